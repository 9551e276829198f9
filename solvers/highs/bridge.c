//go:build cgo && highs

#include "bridge.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

#if !__has_include("interfaces/highs_c_api.h")
#error "HiGHS was not found. Run scripts/deps.sh and source .deps/env.sh, or build without the tag highs"
#endif
#include "interfaces/highs_c_api.h"

#include "_cgo_export.h"

_Static_assert(sizeof(HighsInt) == sizeof(int), "HighsInt must be 32 bits");

struct felt_highs {
    void *highs;
    uintptr_t handle;     /* the Go side of the callbacks, valid during felt_run */
    atomic_int stop;      /* read by every callback that may interrupt */
    double bound;         /* the best a running MIP has proved */
    int columns;
};

/* Crosses into Go when the bound got better, and whenever HiGHS would log a line. */
static void advance(felt_highs *f, int always, const HighsCallbackDataOut *out) {
    if (out->mip_dual_bound > f->bound) {
        f->bound = out->mip_dual_bound;
    } else if (!always) {
        return;
    }
    feltAdvance(f->handle, f->bound, out->mip_node_count);
}

/* A request to stop is seen at the next callback that may interrupt. */
static void observe(int type, const char *message, const HighsCallbackDataOut *out,
                    HighsCallbackDataIn *in, void *data) {
    felt_highs *f = data;
    switch (type) {
    case kHighsCallbackMipImprovingSolution:
        if (out->mip_solution != NULL) {
            feltImproving(f->handle, out->objective_function_value, out->mip_solution,
                          f->columns);
        }
        advance(f, 1, out);
        break;
    case kHighsCallbackMipLogging:
        advance(f, 1, out);
        break;
    case kHighsCallbackMipInterrupt:
        advance(f, 0, out);
        break;
    }
    if (in != NULL) in->user_interrupt = atomic_load(&f->stop);
}

felt_highs *felt_new(void) {
    felt_highs *f = calloc(1, sizeof *f);
    if (f == NULL) return NULL;
    f->highs = Highs_create();
    if (f->highs == NULL || Highs_setBoolOptionValue(f->highs, "output_flag", 0) < 0 ||
        Highs_setBoolOptionValue(f->highs, "log_to_console", 0) < 0 ||
        /* One thread, always: HiGHS fails when a process changes it between solves. */
        Highs_setIntOptionValue(f->highs, "threads", 1) < 0 ||
        Highs_setDoubleOptionValue(f->highs, "mip_rel_gap", 0) < 0 ||
        Highs_setDoubleOptionValue(f->highs, "mip_abs_gap", 0) < 0 ||
        Highs_setCallback(f->highs, observe, f) < 0 ||
        Highs_startCallback(f->highs, kHighsCallbackSimplexInterrupt) < 0 ||
        Highs_startCallback(f->highs, kHighsCallbackIpmInterrupt) < 0 ||
        Highs_startCallback(f->highs, kHighsCallbackMipInterrupt) < 0 ||
        Highs_startCallback(f->highs, kHighsCallbackMipLogging) < 0 ||
        Highs_startCallback(f->highs, kHighsCallbackMipImprovingSolution) < 0) {
        felt_free(f);
        return NULL;
    }
    return f;
}

void felt_free(felt_highs *f) {
    if (f->highs != NULL) Highs_destroy(f->highs);
    free(f);
}

const char *felt_version(void) { return Highs_version(); }

int felt_load(felt_highs *f, felt_size size, const double *cost, const double *lower,
              const double *upper, const double *row_lower, const double *row_upper,
              const int *start, const int *index, const double *value, const int *integer) {
    f->columns = size.columns;
    return Highs_passModel(f->highs, size.columns, size.rows, size.nonzeros, 0,
                           kHighsMatrixFormatRowwise, kHighsHessianFormatTriangular,
                           kHighsObjSenseMinimize, size.offset, cost, lower, upper,
                           row_lower, row_upper, start, index, value, NULL, NULL, NULL,
                           integer);
}

int felt_options(felt_highs *f, double time_limit, int seed) {
    if (Highs_setDoubleOptionValue(f->highs, "time_limit", time_limit) < 0) return kHighsStatusError;
    return Highs_setIntOptionValue(f->highs, "random_seed", seed);
}

int felt_set_solution(felt_highs *f, const double *x) {
    return Highs_setSolution(f->highs, x, NULL, NULL, NULL);
}

int felt_run(felt_highs *f, uintptr_t handle) {
    f->handle = handle;
    f->bound = -INFINITY;
    /* Without it HiGHS does not call back where it would log; there is no file to write to. */
    Highs_setBoolOptionValue(f->highs, "output_flag", 1);
    int status = Highs_run(f->highs);
    Highs_setBoolOptionValue(f->highs, "output_flag", 0);
    f->handle = 0;
    return status;
}

void felt_stop(felt_highs *f) { atomic_store(&f->stop, 1); }

void felt_get_outcome(felt_highs *f, felt_outcome *out) {
    HighsInt primal = 0;
    int64_t nodes = 0;
    Highs_getIntInfoValue(f->highs, "primal_solution_status", &primal);
    Highs_getInt64InfoValue(f->highs, "mip_node_count", &nodes);
    Highs_getDoubleInfoValue(f->highs, "mip_dual_bound", &out->mip_bound);
    out->model_status = Highs_getModelStatus(f->highs);
    out->has_primal = primal == kHighsSolutionStatusFeasible;
    out->objective = Highs_getObjectiveValue(f->highs);
    out->nodes = nodes;
}

int felt_get_solution(felt_highs *f, double *x) {
    return Highs_getSolution(f->highs, x, NULL, NULL, NULL);
}
