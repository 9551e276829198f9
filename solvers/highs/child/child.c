/* feltlab-highs solves one program with HiGHS through its C interface. scripts/deps.sh compiles it, package
 * solvers/highs starts it. The request comes on standard input, messages go to standard output; numbers have the
 * machine's form. The order of both stands in solvers/highs/wire.go. Arguments are options
 * of HiGHS: "presolve=off". The program ends when its input does, since then
 * feltlab has ended. `feltlab-highs --version` solves a small program and prints the version of HiGHS. */
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "interfaces/highs_c_api.h"

_Static_assert(sizeof(HighsInt) == sizeof(int32_t), "HighsInt must be 32 bits");

static const char *stage = "start";

/* fail tells what HiGHS could not do, and ends the program. */
static _Noreturn void fail(void) {
    putchar('E');
    fputs(stage, stdout);
    fflush(stdout);
    exit(1);
}

static void must(HighsInt status) {
    if (status < 0) fail();
}

static void *array(int32_t count, size_t size) {
    void *a = calloc(count > 0 ? count : 1, size);
    if (a == NULL || fread(a, size, count, stdin) != (size_t)count) {
        stage = "read the request";
        fail();
    }
    return a;
}

static void real(double v) { fwrite(&v, sizeof v, 1, stdout); }
static void whole(int64_t v) { fwrite(&v, sizeof v, 1, stdout); }

static struct {
    HighsInt columns;
    double objective, bound; /* the best so far */
    int64_t nodes;
} best = {0, INFINITY, -INFINITY, 0};

static void progress(void) {
    putchar('P');
    real(best.objective);
    real(best.bound);
    whole(best.nodes);
    fflush(stdout);
}

/* observe reports each better point; the state when the bound gets better, and whenever HiGHS would log a line. */
static void observe(int type, const char *text, const HighsCallbackDataOut *out, HighsCallbackDataIn *in, void *data) {
    (void)text, (void)in, (void)data;
    int better = out->mip_dual_bound > best.bound;
    if (better) best.bound = out->mip_dual_bound;
    best.nodes = out->mip_node_count;
    if (type == kHighsCallbackMipImprovingSolution && out->objective_function_value < best.objective) {
        best.objective = out->objective_function_value;
        if (out->mip_solution != NULL) {
            putchar('X');
            real(best.objective);
            fwrite(out->mip_solution, sizeof(double), best.columns, stdout);
        }
    }
    if (better || type != kHighsCallbackMipInterrupt) progress();
}

static void *create(void) {
    void *h = Highs_create();
    if (h == NULL) fail();
    must(Highs_setBoolOptionValue(h, "log_to_console", 0));
    must(Highs_setIntOptionValue(h, "threads", 1)); /* solves are spread over processes */
    must(Highs_setDoubleOptionValue(h, "mip_rel_gap", 0));
    must(Highs_setDoubleOptionValue(h, "mip_abs_gap", 0));
    must(Highs_setCallback(h, observe, NULL));
    must(Highs_startCallback(h, kHighsCallbackMipInterrupt));
    must(Highs_startCallback(h, kHighsCallbackMipLogging));
    must(Highs_startCallback(h, kHighsCallbackMipImprovingSolution));
    return h;
}

/* version solves: minimise -x - y subject to 2x + 2y <= 3, x and y in {0, 1}. The optimum is -1. */
static int version(void) {
    const double cost[] = {-1, -1}, lower[] = {0, 0}, upper[] = {1, 1}, value[] = {2, 2};
    const double row_lower[] = {-1e30}, row_upper[] = {3};
    const HighsInt start[] = {0}, index[] = {0, 1}, integer[] = {1, 1};
    void *h = create();
    must(Highs_setBoolOptionValue(h, "output_flag", 0));
    must(Highs_stopCallback(h, kHighsCallbackMipInterrupt));
    must(Highs_stopCallback(h, kHighsCallbackMipLogging));
    must(Highs_stopCallback(h, kHighsCallbackMipImprovingSolution));
    must(Highs_passModel(h, 2, 1, 2, 0, kHighsMatrixFormatRowwise, kHighsHessianFormatTriangular,
                         kHighsObjSenseMinimize, 0, cost, lower, upper, row_lower, row_upper, start, index, value, NULL,
                         NULL, NULL, integer));
    must(Highs_run(h));
    if (Highs_getModelStatus(h) != kHighsModelStatusOptimal || Highs_getObjectiveValue(h) != -1) return 1;
    puts(Highs_version());
    return 0;
}

static void *watch(void *unused) {
    (void)unused;
    char c[64];
    while (read(STDIN_FILENO, c, sizeof c) > 0) {
    }
    _exit(1);
}

int main(int count, char **words) {
    if (count == 2 && strcmp(words[1], "--version") == 0) return version();
    signal(SIGINT, SIG_IGN); /* the parent decides, also on Ctrl-C */
    signal(SIGTERM, SIG_IGN);
    setvbuf(stdin, NULL, _IONBF, 0); /* so that watch finds what follows the request */

    int32_t *size = array(6, sizeof(int32_t));
    int32_t columns = size[0], rows = size[1], entries = size[2];
    double *number = array(2, sizeof(double));
    double *cost = array(columns, sizeof(double)), *lower = array(columns, sizeof(double));
    double *upper = array(columns, sizeof(double));
    double *row_lower = array(rows, sizeof(double)), *row_upper = array(rows, sizeof(double));
    HighsInt *start = array(rows, sizeof(HighsInt)), *index = array(entries, sizeof(HighsInt));
    double *value = array(entries, sizeof(double));
    HighsInt *integer = array(size[3] ? columns : 0, sizeof(HighsInt));
    double *point = array(size[4] ? columns : 0, sizeof(double));
    pthread_t thread;
    if (pthread_create(&thread, NULL, watch, NULL) != 0) fail();

    void *h = create();
    best.columns = columns;
    stage = "load the model";
    /* With the array of integers, even all zeros, HiGHS would look for a MIP. */
    must(Highs_passModel(h, columns, rows, entries, 0, kHighsMatrixFormatRowwise, kHighsHessianFormatTriangular,
                         kHighsObjSenseMinimize, number[0], cost, lower, upper, row_lower, row_upper, start, index,
                         value, NULL, NULL, NULL, size[3] ? integer : NULL));
    stage = "take the start";
    if (size[4]) must(Highs_setSolution(h, point, NULL, NULL, NULL));
    stage = "take the options";
    must(Highs_setDoubleOptionValue(h, "time_limit", number[1]));
    must(Highs_setIntOptionValue(h, "random_seed", size[5]));
    for (int i = 1; i < count; i++) {
        char *value = strchr(words[i], '=');
        if (value == NULL) fail();
        *value = '\0';
        must(Highs_setStringOptionValue(h, words[i], value + 1)); /* reads numbers too */
    }

    HighsInt status = Highs_run(h), primal = 0;
    int64_t nodes = 0;
    double bound = -INFINITY;
    Highs_getIntInfoValue(h, "primal_solution_status", &primal);
    Highs_getInt64InfoValue(h, "mip_node_count", &nodes);
    Highs_getDoubleInfoValue(h, "mip_dual_bound", &bound);
    int feasible = primal == kHighsSolutionStatusFeasible;
    stage = "give its solution";
    if (feasible) must(Highs_getSolution(h, point = calloc(columns + 1, sizeof(double)), NULL, NULL, NULL));
    putchar('R');
    whole(status);
    whole(Highs_getModelStatus(h));
    whole(feasible);
    whole(nodes);
    real(Highs_getObjectiveValue(h));
    real(bound);
    if (feasible) fwrite(point, sizeof(double), columns, stdout);
    return fflush(stdout) != 0;
}
