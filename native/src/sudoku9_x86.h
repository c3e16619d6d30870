/* The words of sudoku9_kernel.h for CPUs with registers of 256 bits: 16 lanes are one register. */

#define INLINE static inline __attribute__((always_inline))
#define ALIGNED __attribute__((aligned(32)))

typedef __m256i lanes;

/* -- Words: lane by lane ------------------------------------------------------------------------- */

INLINE lanes each(int value) { return _mm256_set1_epi16((short)value); }
INLINE lanes from_array(const uint16_t a[16]) { return _mm256_load_si256((const lanes *)a); }
INLINE void to_array(uint16_t a[16], lanes x) { _mm256_storeu_si256((lanes *)a, x); }

INLINE lanes both(lanes a, lanes b) { return _mm256_and_si256(a, b); }
INLINE lanes either(lanes a, lanes b) { return _mm256_or_si256(a, b); }
INLINE lanes without(lanes a, lanes b) { return _mm256_andnot_si256(b, a); }
INLINE lanes differ(lanes a, lanes b) { return _mm256_xor_si256(a, b); }
INLINE lanes plus(lanes a, lanes b) { return _mm256_add_epi16(a, b); }
INLINE lanes least(lanes a, lanes b) { return _mm256_min_epi16(a, b); }

/* All ones where a lane is zero, zero elsewhere. */
INLINE lanes empty(lanes a) { return _mm256_cmpeq_epi16(a, _mm256_setzero_si256()); }

/* a where the mask is all ones, b where it is zero. */
INLINE lanes choose(lanes mask, lanes a, lanes b) { return _mm256_blendv_epi8(b, a, mask); }

/* The part, or the whole set where the part is empty. */
INLINE lanes narrow(lanes set, lanes part) { return choose(empty(part), set, part); }

#ifdef CPU_TERNARY
/* Functions of three registers in one instruction: bit 4a + 2b + c of the table is the result. */
INLINE lanes either3(lanes a, lanes b, lanes c) { return _mm256_ternarylogic_epi64(a, b, c, 0xFE); }
INLINE lanes all3(lanes a, lanes b, lanes c) { return _mm256_ternarylogic_epi64(a, b, c, 0x80); }
INLINE lanes two_of(lanes a, lanes b, lanes c) { return _mm256_ternarylogic_epi64(a, b, c, 0xE8); }
INLINE lanes without_either(lanes a, lanes b, lanes c)
{
    return _mm256_ternarylogic_epi64(a, b, c, 0x10);
}
INLINE lanes with_both(lanes a, lanes b, lanes c) { return _mm256_ternarylogic_epi64(a, b, c, 0xF8); }

/* The part of the cell in `wanted`, or all of it where there is none; and of that what has room. */
INLINE lanes narrow_to(lanes cell, lanes wanted, lanes room)
{
    return _mm256_ternarylogic_epi64(both(cell, room), empty(both(cell, wanted)), wanted, 0xE0);
}
#endif

INLINE int any(lanes a) { return !_mm256_testz_si256(a, a); }

/* -- Words: moves between lanes ------------------------------------------------------------------ */

/* Lanes 4 * B + b hold boxes of band B. Boxes of a band turn inside their group of four lanes. */
INLINE lanes next_box(lanes x)
{
    const __m128i order = _mm_setr_epi8(2, 3, 4, 5, 0, 1, 6, 7, 10, 11, 12, 13, 8, 9, 14, 15);
    return _mm256_shuffle_epi8(x, _mm256_broadcastsi128_si256(order));
}

INLINE lanes last_box(lanes x)
{
    const __m128i order = _mm_setr_epi8(4, 5, 0, 1, 2, 3, 6, 7, 12, 13, 8, 9, 10, 11, 14, 15);
    return _mm256_shuffle_epi8(x, _mm256_broadcastsi128_si256(order));
}

/* Whole groups turn when the lines are columns. */
INLINE lanes box_below(lanes x) { return _mm256_permute4x64_epi64(x, _MM_SHUFFLE(3, 0, 2, 1)); }
INLINE lanes box_above(lanes x) { return _mm256_permute4x64_epi64(x, _MM_SHUFFLE(3, 1, 0, 2)); }

/* Lane 4 * B + b goes to lane 4 * b + B. */
INLINE lanes transpose(lanes x)
{
    const __m128i pairs = _mm_setr_epi8(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15);
    const __m256i pairs_apart = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    x = _mm256_shuffle_epi8(x, _mm256_broadcastsi128_si256(pairs));
    return _mm256_permutevar8x32_epi32(x, pairs_apart);
}

/* -- Words: boards in and out -------------------------------------------------------------------- */

/* Characters to numbers; anything but a digit or an open cell becomes a number above nine. */
INLINE __m128i numbers_of_text(__m128i text)
{
    __m128i open = _mm_or_si128(_mm_cmpeq_epi8(text, _mm_set1_epi8('.')),
                                _mm_or_si128(_mm_cmpeq_epi8(text, _mm_set1_epi8('*')),
                                             _mm_cmpeq_epi8(text, _mm_set1_epi8('_'))));
    return _mm_andnot_si128(open, _mm_sub_epi8(text, _mm_set1_epi8('0')));
}

/* A row of the puzzle in the first nine bytes; the seven that follow are cells of the puzzle too. The
 * last row is fetched from seven bytes before, to stay inside the 81. */
INLINE __m128i fetch_row(const uint8_t *clues, int row, int text)
{
    const int last = row == 8;
    __m128i bytes = _mm_loadu_si128((const __m128i *)(clues + (last ? 65 : 9 * row)));
    if (text)
        bytes = numbers_of_text(bytes);
    return last ? _mm_srli_si128(bytes, 7) : bytes;
}

/* A 3x3 table whose entries are four bytes wide: rows become columns. */
INLINE void turn_table(__m128i line[3])
{
    __m128i zero = _mm_setzero_si128();
    __m128i a = _mm_unpacklo_epi32(line[0], line[1]), b = _mm_unpackhi_epi32(line[0], line[1]);
    __m128i c = _mm_unpacklo_epi32(line[2], zero), d = _mm_unpackhi_epi32(line[2], zero);
    line[0] = _mm_unpacklo_epi64(a, c);
    line[1] = _mm_unpackhi_epi64(a, c);
    line[2] = _mm_unpacklo_epi64(b, d);
}

/* A row abcdefghi becomes adg. beh. cfi. : four bytes for each column of the boxes. Turned with the
 * same row of the other two bands, these are the lanes of three registers, as bytes; two small tables
 * give the low and the high byte of each set of candidates. Returns 0 if a cell is above nine. */
INLINE int read_cells(lanes cell[3][3], const uint8_t *clues, int text)
{
    const __m128i by_column = _mm_setr_epi8(0, 3, 6, -1, 1, 4, 7, -1, 2, 5, 8, -1, -1, -1, -1, -1);
    const __m128i low = _mm_setr_epi8(-1, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0);
    const __m128i high = _mm_setr_epi8(1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0);
    __m128i greatest = _mm_setzero_si128();
    for (int r = 0; r < 3; r++) {
        __m128i line[3];
        for (int band = 0; band < 3; band++) {
            line[band] = fetch_row(clues, 3 * band + r, text);
            greatest = _mm_max_epu8(greatest, line[band]);
            line[band] = _mm_shuffle_epi8(line[band], by_column);
        }
        turn_table(line);
        for (int c = 0; c < 3; c++) {
            __m128i l = _mm_shuffle_epi8(low, line[c]), h = _mm_shuffle_epi8(high, line[c]);
            cell[r][c] = _mm256_set_m128i(_mm_unpackhi_epi8(l, h), _mm_unpacklo_epi8(l, h));
        }
    }
    __m128i beyond = _mm_subs_epu8(greatest, _mm_set1_epi8(9));
    return _mm_testz_si128(beyond, beyond);
}

/* The way back, from a board of singles. 0x9AF holds each window of four bits at most once (a de
 * Bruijn sequence): times 1, 2, 4 … 256 it brings nine different windows to the top. */
INLINE void write_cells(lanes cell[3][3], uint8_t *solution, int zero)
{
    const __m128i digit_of_window = _mm_setr_epi8(1, 2, 3, 6, 4, 0, 7, 0, 0, 5, 9, 0, 0, 8, 0, 0);
    const __m128i by_box = _mm_setr_epi8(0, 4, 8, 1, 5, 9, 2, 6, 10, -1, -1, -1, -1, -1, -1, -1);
    __m128i row[9];
    for (int r = 0; r < 3; r++) {
        __m128i line[3];
        for (int c = 0; c < 3; c++) {
            __m256i window = _mm256_srli_epi16(_mm256_mullo_epi16(cell[r][c], each(0x9AF)), 12);
            __m128i bytes = _mm_packus_epi16(_mm256_castsi256_si128(window),
                                             _mm256_extracti128_si256(window, 1));
            line[c] = _mm_add_epi8(_mm_shuffle_epi8(digit_of_window, bytes),
                                   _mm_set1_epi8((char)zero));
        }
        turn_table(line);
        for (int band = 0; band < 3; band++)
            row[3 * band + r] = _mm_shuffle_epi8(line[band], by_box);
    }
    /* Each store is longer than its row; the next row overwrites the excess. */
    for (int r = 0; r < 8; r++)
        _mm_storeu_si128((__m128i *)(solution + 9 * r), row[r]);
    _mm_storel_epi64((__m128i *)(solution + 72), row[8]);
    solution[80] = (uint8_t)_mm_extract_epi8(row[8], 8);
}
