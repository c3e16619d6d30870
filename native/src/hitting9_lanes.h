/* Words of several sets at a time: LANES of them, 1, 4 or 8.
 *
 * zeros() tells which lanes are 0, as bits; put() stores some lanes one after another, and may write
 * a whole vector there; is_size() tells which of 64 sizes are equal to one. */
#if LANES == 8
#define WORDS __m512i
#define LOAD(from) _mm512_loadu_si512(from)
#define FILL(word) _mm512_set1_epi64((long long)(word))
#define AND(a, b) _mm512_and_si512(a, b)
#define OR(a, b) _mm512_or_si512(a, b)

INLINE unsigned KERNEL(zeros)(WORDS a) { return _mm512_testn_epi64_mask(a, a); }

INLINE void KERNEL(put)(uint64_t *to, WORDS a, unsigned which)
{
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi64((__mmask8)which, a));
}

INLINE uint64_t KERNEL(is_size)(const uint8_t *size, unsigned one)
{
    return _mm512_cmpeq_epi8_mask(_mm512_loadu_si512(size), _mm512_set1_epi8((char)one));
}

#elif LANES == 4
#define WORDS __m256i
#define LOAD(from) _mm256_loadu_si256((const __m256i *)(from))
#define FILL(word) _mm256_set1_epi64x((long long)(word))
#define AND(a, b) _mm256_and_si256(a, b)
#define OR(a, b) _mm256_or_si256(a, b)

INLINE unsigned KERNEL(zeros)(WORDS a)
{
    const __m256i is_zero = _mm256_cmpeq_epi64(a, _mm256_setzero_si256());
    return (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(is_zero));
}

INLINE void KERNEL(put)(uint64_t *to, WORDS a, unsigned which)
{
    static const uint64_t halves[16][4] = { /* of 32 bits, two for each lane that is stored */
#define HALVES(lane) (UINT64_C(0x100000000) * (2 * (lane) + 1) + 2 * (lane))
#define ROW(a, b, c, d) {HALVES(a), HALVES(b), HALVES(c), HALVES(d)}
        ROW(0, 0, 0, 0), ROW(0, 0, 0, 0), ROW(1, 0, 0, 0), ROW(0, 1, 0, 0),
        ROW(2, 0, 0, 0), ROW(0, 2, 0, 0), ROW(1, 2, 0, 0), ROW(0, 1, 2, 0),
        ROW(3, 0, 0, 0), ROW(0, 3, 0, 0), ROW(1, 3, 0, 0), ROW(0, 1, 3, 0),
        ROW(2, 3, 0, 0), ROW(0, 2, 3, 0), ROW(1, 2, 3, 0), ROW(0, 1, 2, 3),
#undef ROW
#undef HALVES
    };
    const __m256i order = LOAD(halves[which]);
    _mm256_storeu_si256((__m256i *)to, _mm256_permutevar8x32_epi32(a, order));
}

INLINE uint64_t KERNEL(is_size)(const uint8_t *size, unsigned one)
{
    const __m256i all = _mm256_set1_epi8((char)one);
    const __m256i first = _mm256_cmpeq_epi8(LOAD(size), all);
    const __m256i second = _mm256_cmpeq_epi8(LOAD(size + 32), all);
    return (uint32_t)_mm256_movemask_epi8(first)
         | (uint64_t)(uint32_t)_mm256_movemask_epi8(second) << 32;
}

#else
#define WORDS uint64_t
#define LOAD(from) (*(from))
#define FILL(word) (word)
#define AND(a, b) ((a) & (b))
#define OR(a, b) ((a) | (b))

INLINE unsigned KERNEL(zeros)(WORDS a) { return a == 0; }
INLINE void KERNEL(put)(uint64_t *to, WORDS a, unsigned which)
{
    (void)which;
    *to = a;
}
#endif
