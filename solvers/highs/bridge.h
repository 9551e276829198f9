/* The few calls solvers/highs makes, without any of HiGHS's own declarations: its header
 * defines constants as globals and may be included in one C file only (bridge.c). */
#ifndef FELTLAB_HIGHS_BRIDGE_H
#define FELTLAB_HIGHS_BRIDGE_H

#include <stdint.h>

/* One HiGHS instance with what its callbacks need. */
typedef struct felt_highs felt_highs;

/* Columns by index, rows in compressed sparse form; integer[j] is 0 or 1. */
typedef struct {
    int columns, rows, nonzeros;
    double offset;
} felt_size;

/* What a run ended with. The flags are 0 or 1. */
typedef struct {
    int model_status;
    int has_primal;
    double objective, mip_bound;
    int64_t nodes;
} felt_outcome;

/* Functions that return an int return HiGHS's status: -1 error, 0 fine, 1 warning. */
felt_highs *felt_new(void);
void felt_free(felt_highs *f);
const char *felt_version(void);
int felt_load(felt_highs *f, felt_size size, const double *cost, const double *lower,
              const double *upper, const double *row_lower, const double *row_upper,
              const int *start, const int *index, const double *value, const int *integer);
int felt_options(felt_highs *f, double time_limit, int seed);
int felt_set_solution(felt_highs *f, const double *x);

/* felt_run solves; handle is passed to the Go callbacks. */
int felt_run(felt_highs *f, uintptr_t handle);
/* felt_stop makes felt_run end soon, from any thread. */
void felt_stop(felt_highs *f);

void felt_get_outcome(felt_highs *f, felt_outcome *out);
int felt_get_solution(felt_highs *f, double *x);

#endif
