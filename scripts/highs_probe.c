/* Solves one small program through everything of HiGHS's C interface that
 * solvers/highs relies on. It must compile, link, run and print the version; whatever
 * fails one of these is not a HiGHS that can be used. */
#include <stddef.h>
#include <stdio.h>

#include "interfaces/highs_c_api.h"

_Static_assert(sizeof(HighsInt) == sizeof(int), "HighsInt must be 32 bits");

static void observe(int type, const char *message, const HighsCallbackDataOut *out,
                    HighsCallbackDataIn *in, void *data) {
    (void)message;
    if (type == kHighsCallbackMipImprovingSolution && out->mip_solution != NULL) {
        *(double *)data = out->objective_function_value;
    }
    if (in != NULL && out->mip_node_count < 0) in->user_interrupt = 1;
}

int main(void) {
    /* minimise -x - y subject to 2x + 2y <= 3, x and y in {0, 1}: the optimum is -1 */
    const double cost[] = {-1, -1}, lower[] = {0, 0}, upper[] = {1, 1}, value[] = {2, 2};
    const double row_lower[] = {-1e30}, row_upper[] = {3};
    const HighsInt start[] = {0}, index[] = {0, 1}, integrality[] = {1, 1};
    double seen = 0;
    void *highs = Highs_create();
    int ok = Highs_setBoolOptionValue(highs, "output_flag", 0) == kHighsStatusOk &&
             Highs_passModel(highs, 2, 1, 2, 0, kHighsMatrixFormatRowwise,
                             kHighsHessianFormatTriangular, kHighsObjSenseMinimize, 0, cost, lower, upper, row_lower,
                             row_upper, start, index, value, NULL, NULL, NULL,
                             integrality) == kHighsStatusOk &&
             Highs_setCallback(highs, observe, &seen) == kHighsStatusOk &&
             Highs_startCallback(highs, kHighsCallbackMipImprovingSolution) ==
                 kHighsStatusOk &&
             Highs_run(highs) == kHighsStatusOk &&
             Highs_getModelStatus(highs) == kHighsModelStatusOptimal &&
             Highs_getObjectiveValue(highs) == -1 && seen == -1;
    Highs_destroy(highs);
    if (ok) puts(Highs_version());
    return ok ? 0 : 1;
}
