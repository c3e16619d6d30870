/* Clues in and solutions out for the kernels of bulk9 that have registers of 256 bits. */
#define WORDS 4

/* The 81 cells in three registers: 0 to 31, 32 to 63, and 49 to 80, so that nothing beyond them is
 * read. */
enum { THIRD = 49 };

/* Characters to numbers; anything but a digit or an open cell becomes a number above nine. */
static inline __m256i numbers_of_text(__m256i text)
{
    __m256i dot = _mm256_cmpeq_epi8(text, _mm256_set1_epi8('.'));
    __m256i star = _mm256_cmpeq_epi8(text, _mm256_set1_epi8('*'));
    __m256i line = _mm256_cmpeq_epi8(text, _mm256_set1_epi8('_'));
    __m256i number = _mm256_sub_epi8(text, _mm256_set1_epi8('0'));
    return _mm256_andnot_si256(_mm256_or_si256(dot, _mm256_or_si256(star, line)), number);
}

static inline uint64_t bytes_equal(__m256i bytes, int value)
{
    __m256i equal = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8((char)value));
    return (uint32_t)_mm256_movemask_epi8(equal);
}

/* Returns 0 if a cell is above nine. */
static inline int read_clues(bulk9_board *board, const uint8_t *clues, int text)
{
    __m256i a = _mm256_loadu_si256((const __m256i *)clues);
    __m256i b = _mm256_loadu_si256((const __m256i *)(clues + 32));
    __m256i c = _mm256_loadu_si256((const __m256i *)(clues + THIRD));
    if (text) {
        a = numbers_of_text(a);
        b = numbers_of_text(b);
        c = numbers_of_text(c);
    }
    __m256i greatest = _mm256_max_epu8(a, _mm256_max_epu8(b, c));
    __m256i beyond = _mm256_subs_epu8(greatest, _mm256_set1_epi8(9));
    if (!_mm256_testz_si256(beyond, beyond))
        return 0;
    const uint64_t head = ((uint64_t)1 << BULK9_HEAD) - 1;
    const uint64_t open_head = bytes_equal(a, 0) | bytes_equal(b, 0) << 32;
    const uint64_t open_tail = bytes_equal(c, 0) >> (BULK9_HEAD - THIRD);
    for (int digit = 0; digit < 9; digit += 3) {
        uint64_t tails = 0;
        for (int i = 0; i < 3; i++) {
            const int value = digit + i + 1;
            const uint64_t here = bytes_equal(a, value) | bytes_equal(b, value) << 32;
            const uint64_t tail = bytes_equal(c, value) >> (BULK9_HEAD - THIRD);
            board->word[digit + i] = (open_head | here) & head;
            tails |= (open_tail | tail) << BULK9_TAIL * i;
        }
        board->word[9 + digit / 3] = tails;
    }
    return 1;
}

/* Each bit of a number becomes a byte of all ones or zeros. */
static inline __m256i bytes_of_bits(uint32_t bits)
{
    const __m256i byte_of_bit = _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202,
                                                   0x0303030303030303);
    const __m256i bit = _mm256_set1_epi64x((long long)0x8040201008040201ull);
    __m256i spread = _mm256_shuffle_epi8(_mm256_set1_epi32((int)bits), byte_of_bit);
    return _mm256_cmpeq_epi8(_mm256_and_si256(spread, bit), bit);
}

/* The digits of a solved board are written in binary first: four sets of cells instead of nine. */
static inline void write_solution(const bulk9_board *board, uint8_t *solution, int zero)
{
    uint64_t head[4] = {0}, tail[4] = {0};
    for (int digit = 0; digit < 9; digit++) {
        const uint64_t in_tail = board->word[9 + digit / 3] >> BULK9_TAIL * (digit % 3);
        for (int bit = 0; bit < 4; bit++) {
            if ((digit + 1) >> bit & 1) {
                head[bit] |= board->word[digit];
                tail[bit] |= in_tail & ((1 << BULK9_TAIL) - 1);
            }
        }
    }
    __m256i a = _mm256_set1_epi8((char)zero), b = a, c = a;
    for (int bit = 0; bit < 4; bit++) {
        const __m256i value = _mm256_set1_epi8((char)(1 << bit));
        const uint64_t cells = head[bit] << 1 >> 1 | tail[bit] << BULK9_HEAD;
        const uint64_t last = cells >> THIRD | tail[bit] >> 1 << (64 - THIRD);
        a = _mm256_add_epi8(a, _mm256_and_si256(bytes_of_bits((uint32_t)cells), value));
        b = _mm256_add_epi8(b, _mm256_and_si256(bytes_of_bits((uint32_t)(cells >> 32)), value));
        c = _mm256_add_epi8(c, _mm256_and_si256(bytes_of_bits((uint32_t)last), value));
    }
    _mm256_storeu_si256((__m256i *)solution, a);
    _mm256_storeu_si256((__m256i *)(solution + 32), b);
    _mm256_storeu_si256((__m256i *)(solution + THIRD), c);
}
