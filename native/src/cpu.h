/* May this process use AVX2, AVX-512, or the instructions that count and find bits? Asked once, when a module is loaded.
 *
 * The compiler's own __builtin_cpu_supports does not link everywhere (musl, macOS), so the question
 * is put to the CPU itself: it must have the instructions, and the operating system must save the
 * wide registers when it switches between threads. */
#ifndef CSP_SUDOKU_CPU_H
#define CSP_SUDOKU_CPU_H

#if defined(__x86_64__) || defined(__i386__)
#define CPU_IS_X86 1
#include <cpuid.h>

/* Code between CPU_AVX2_BEGIN and CPU_AVX2_END is compiled for the features named here; the rest of
 * the file keeps to what every CPU of the family can do. cpu_has_avx2 checks each one of them.
 * Likewise for AVX-512, with the features that every server CPU since 2017 has together. */
#define CPU_PRAGMA(...) _Pragma(#__VA_ARGS__)
#if defined(__clang__)
#define CPU_TARGET(...) \
    CPU_PRAGMA(clang attribute push(__attribute__((target(__VA_ARGS__))), apply_to = function))
#define CPU_END _Pragma("clang attribute pop")
#else
#define CPU_TARGET(...) _Pragma("GCC push_options") CPU_PRAGMA(GCC target(__VA_ARGS__))
#define CPU_END _Pragma("GCC pop_options")
#endif
#define CPU_BITS_BEGIN CPU_TARGET("bmi,bmi2,lzcnt,popcnt")
#define CPU_AVX2_BEGIN CPU_TARGET("avx2,bmi,bmi2,lzcnt,popcnt")
#define CPU_AVX512_BEGIN CPU_TARGET("avx2,bmi,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl")
#define CPU_BITS_END CPU_END
#define CPU_AVX2_END CPU_END
#define CPU_AVX512_END CPU_END

static inline int cpu_has_bits(void)
{
    unsigned a, b, c, d;
    const unsigned popcnt = 1u << 23, lzcnt = 1u << 5, bmi1 = 1u << 3, bmi2 = 1u << 8;
    return __get_cpuid(1, &a, &b, &c, &d) && (c & popcnt)
        && __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bmi1) && (b & bmi2)
        && __get_cpuid(0x80000001, &a, &b, &c, &d) && (c & lzcnt);
}

static inline int cpu_has_avx2(void)
{
    unsigned a, b, c, d;
    if (!cpu_has_bits() || !__get_cpuid(1, &a, &b, &c, &d))
        return 0;
    const unsigned osxsave = 1u << 27, avx = 1u << 28;
    const unsigned first = osxsave | avx;
    if ((c & first) != first)
        return 0;
    unsigned saved, high;
    __asm__ volatile("xgetbv" : "=a"(saved), "=d"(high) : "c"(0));
    const unsigned xmm_and_ymm = 6;
    if ((saved & xmm_and_ymm) != xmm_and_ymm)
        return 0;
    const unsigned avx2 = 1u << 5;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & avx2) != 0;
}

static inline int cpu_has_avx512(void)
{
    unsigned a, b, c, d;
    if (!cpu_has_avx2() || !__get_cpuid_count(7, 0, &a, &b, &c, &d))
        return 0;
    const unsigned f = 1u << 16, dq = 1u << 17, bw = 1u << 30, vl = 1u << 31;
    const unsigned features = f | dq | bw | vl;
    if ((b & features) != features)
        return 0;
    unsigned saved, high;
    __asm__ volatile("xgetbv" : "=a"(saved), "=d"(high) : "c"(0));
    const unsigned masks_and_zmm = 0xE0;
    return (saved & masks_and_zmm) == masks_and_zmm;
}

#else
#define CPU_IS_X86 0
static inline int cpu_has_bits(void) { return 0; }
static inline int cpu_has_avx2(void) { return 0; }
static inline int cpu_has_avx512(void) { return 0; }
#endif

#endif
