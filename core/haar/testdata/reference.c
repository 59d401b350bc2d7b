/* Reference values of log β to 19 digits behind the point, with proven error
 * bounds: ball arithmetic with Arb 2.23 (F. Johansson, IEEE Trans. Comput. 66 (2017)).
 *
 *   apt-get install libflint-arb-dev libflint-dev gcc
 *   gcc -O2 reference.c -lflint-arb -lflint -lm -o reference
 *   ./reference 3 | gzip -9n > so3.csv.gz
 *   ./reference 2 | gzip -9n > so2.csv.gz
 *
 * SO(3) is the one-dimensional integral
 *
 *   β e^{-(s1+s2+s3)} = ∫₀¹ I₀ᵉ((s2+s3)(1-w)) I₀ᵉ((s2-s3)w) exp(-2(s1+s3)w) dw,
 *
 * taken by adaptive Gauss–Legendre quadrature with a-posteriori bounds
 * (acb_calc_integrate); SO(2) is log I₀. The program stops when a ball is wider
 * than 1e-36 of its centre.
 *
 * Rows: s1, s2, s3, log β for SO(3), log β for O(3); s1, s2, log β for SO(2),
 * log β for O(2). The s are doubles, written with 17 digits.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <acb_calc.h>
#include <acb_hypgeom.h>

#define BEHIND 19 /* digits behind the point; below 1, digits in all */

static slong prec = 320;

/* ---- Haar integrals ---- */

typedef struct { arb_t near, far, decay; } kernel;

static void scaled_i0(acb_t out, const acb_t x, slong p) {
    acb_t zero;
    acb_init(zero);
    acb_hypgeom_bessel_i_scaled(out, zero, x, p);
    acb_clear(zero);
}

static int integrand(acb_ptr out, const acb_t w, void *param, slong order, slong p) {
    const kernel *k = param;
    acb_t x, y;
    if (order > 1) flint_abort();
    acb_init(x);
    acb_init(y);
    acb_sub_ui(x, w, 1, p);
    acb_neg(x, x);
    acb_mul_arb(x, x, k->near, p);
    scaled_i0(y, x, p);
    acb_mul_arb(x, w, k->far, p);
    scaled_i0(x, x, p);
    acb_mul(y, y, x, p);
    acb_mul_arb(x, w, k->decay, p);
    acb_exp(x, x, p);
    acb_mul(out, x, y, p);
    acb_clear(x);
    acb_clear(y);
    return 0;
}

/* β for SO(3) times e^{-(s1+s2+s3)}. */
static void so3_scaled(arb_t out, const double s[3]) {
    kernel k;
    acb_t from, to, result;
    mag_t tolerance;
    arb_t t;
    arb_init(k.near); arb_init(k.far); arb_init(k.decay); arb_init(t);
    acb_init(from); acb_init(to); acb_init(result);
    mag_init(tolerance);
    arb_set_d(k.near, s[1]); arb_set_d(t, s[2]); arb_add(k.near, k.near, t, prec);
    arb_set_d(k.far, s[1]); arb_sub(k.far, k.far, t, prec);
    arb_set_d(k.decay, s[0]); arb_add(k.decay, k.decay, t, prec);
    arb_mul_si(k.decay, k.decay, -2, prec);
    acb_zero(from);
    acb_one(to);
    mag_set_ui_2exp_si(tolerance, 1, -220);
    acb_calc_integrate(result, integrand, &k, from, to, 200, tolerance, NULL, prec);
    arb_set(out, acb_realref(result));
    mag_clear(tolerance);
    acb_clear(from); acb_clear(to); acb_clear(result);
    arb_clear(k.near); arb_clear(k.far); arb_clear(k.decay); arb_clear(t);
}

/* e^{-x} I₀(x) for x ≥ 0. */
static void so2_scaled(arb_t out, const arb_t x) {
    acb_t z;
    acb_init(z);
    acb_set_arb(z, x);
    scaled_i0(z, z, prec);
    arb_set(out, acb_realref(z));
    acb_clear(z);
}

/* ---- output ---- */

static void print_log(const arb_t scaled, const arb_t sum) {
    arb_t x;
    double size;
    char *text;
    arb_init(x);
    arb_log(x, scaled, prec);
    arb_add(x, x, sum, prec);
    if (arb_is_zero(sum)) {
        arb_zero(x);
    } else if (arb_rel_accuracy_bits(x) < 120) {
        fprintf(stderr, "too wide: ");
        arb_fprintd(stderr, x, 20);
        fprintf(stderr, "\n");
        exit(1);
    }
    size = fabs(arf_get_d(arb_midref(x), ARF_RND_NEAR));
    text = arb_get_str(x, BEHIND + (size < 1 ? 0 : 1 + (slong) floor(log10(size))), ARB_STR_NO_RADIUS);
    printf(",%s", text);
    flint_free(text);
    arb_clear(x);
}

static void sum_of(arb_t out, const double *s, int n) {
    arb_t t;
    arb_init(t);
    arb_zero(out);
    for (int i = 0; i < n; i++) {
        arb_set_d(t, s[i]);
        arb_add(out, out, t, prec);
    }
    arb_clear(t);
}

/* Means of two scaled β: (x e^{sx} + y e^{sy})/2 = e^{sx} (x + y e^{sy-sx})/2. */
static void mean(arb_t out, const arb_t x, const arb_t sx, const arb_t y, const arb_t sy) {
    arb_sub(out, sy, sx, prec);
    arb_exp(out, out, prec);
    arb_mul(out, out, y, prec);
    arb_add(out, out, x, prec);
    arb_mul_2exp_si(out, out, -1);
}

static void row3(double s1, double s2, double s3) {
    double s[3] = {s1, s2, s3}, m[3] = {s1, s2, -s3};
    arb_t x, y, z, sx, sy;
    arb_init(x); arb_init(y); arb_init(z); arb_init(sx); arb_init(sy);
    so3_scaled(x, s);
    so3_scaled(y, m);
    sum_of(sx, s, 3);
    sum_of(sy, m, 3);
    printf("%.17g,%.17g,%.17g", s1, s2, s3);
    print_log(x, sx);
    if (s3 >= 0) {
        mean(z, x, sx, y, sy);
        print_log(z, sx);
    } else {
        mean(z, y, sy, x, sx);
        print_log(z, sy);
    }
    printf("\n");
    arb_clear(x); arb_clear(y); arb_clear(z); arb_clear(sx); arb_clear(sy);
}

static void row2(double s1, double s2) {
    double s[2] = {s1, fabs(s2)}, m[2] = {s1, -fabs(s2)};
    arb_t x, y, z, sx, sy;
    arb_init(x); arb_init(y); arb_init(z); arb_init(sx); arb_init(sy);
    sum_of(sx, s, 2);
    sum_of(sy, m, 2);
    so2_scaled(x, sx);
    so2_scaled(y, sy);
    printf("%.17g,%.17g", s1, s2);
    if (s2 >= 0) print_log(x, sx); else print_log(y, sy);
    mean(z, x, sx, y, sy);
    print_log(z, sx);
    printf("\n");
    arb_clear(x); arb_clear(y); arb_clear(z); arb_clear(sx); arb_clear(sy);
}

/* ---- the points ---- */

static uint64_t state = 20260101;

static double uniform(void) { /* splitmix64 */
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return ((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static double between(double lo, double hi) { return lo + (hi - lo) * uniform(); }
static double spread(double lo, double hi) { return pow(10, between(lo, hi)); }

static void sorted3(double x, double y, double z) {
    double t;
    if (x < y) { t = x; x = y; y = t; }
    if (y < z) { t = y; y = z; z = t; }
    if (x < y) { t = x; x = y; y = t; }
    row3(x, y, uniform() < 0.5 ? z : -z);
}

static void points3(void) {
    int i;
    double s;
    row3(0, 0, 0);
    for (i = 0; i < 700; i++) { /* all scales */
        double x = spread(-8, 7);
        sorted3(x, x * spread(-4, 0), x * spread(-6, 0));
    }
    for (i = 0; i < 600; i++) { /* where the contour works */
        s = between(0.3, 60);
        sorted3(s * uniform(), s * uniform(), s * uniform());
    }
    for (i = 0; i < 100; i++) { /* equal, with signs, rank one and two */
        s = pow(10, -7 + 0.14 * i + 0.01 * uniform());
        row3(s, s, s);
        row3(s, s, -s);
        row3(s, s, 0);
        row3(s, 0, 0);
    }
    for (i = 0; i < 400; i++) { /* nearly s, s, −s */
        double d = spread(-16, 0), e = spread(-16, 0);
        s = spread(-1, 7);
        row3(s, s * (1 - fmin(d, e)), -s * (1 - fmin(d, e)) * (1 - fmax(d, e)));
    }
    for (i = 0; i < 100; i++) { /* nearly rank one */
        s = spread(0, 7);
        row3(s, s * spread(-12, -4), 0);
        row3(s, spread(-3, 0), -1e-3 * uniform());
    }
    for (i = 0; i < 150; i++) { /* where the methods change */
        double y = between(0, 24), x;
        x = fmax(y, 25 - y) * spread(0, 2);
        row3(x, fmax(y, 25 - y), fmin(y, 25 - y) * (1 + 1e-9 * (uniform() - 0.5)));
        x = between(0.34, 1);
        y = fmin(x, 1 - x) * uniform();
        row3(x, fmax(y, 1 - x - y), uniform() < 0.5 ? fmin(y, 1 - x - y) : -fmin(y, 1 - x - y));
    }
}

static void points2(void) {
    int i;
    row2(0, 0);
    for (i = 0; i < 500; i++) {
        double s = spread(-8, 9);
        row2(s, s * between(-1, 1));
    }
    for (i = 0; i < 400; i++) {
        double s = between(0, 40);
        row2(s, s * between(-1, 1));
    }
    for (i = 0; i < 100; i++) {
        double s = pow(10, -7 + 0.16 * i);
        row2(s, s);
        row2(s, -s);
        row2(s, 0);
        row2(s, -s * (1 - spread(-15, 0)));
    }
}

int main(int argc, char **argv) {
    if (argc == 2 && !strcmp(argv[1], "3")) points3();
    else if (argc == 2 && !strcmp(argv[1], "2")) points2();
    else return 2;
    flint_cleanup();
    return 0;
}
