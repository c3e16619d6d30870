#include "distinct.h"

int distinct_find_clash(const distinct_groups *all, const int32_t *value, int32_t values,
                        int32_t *holder, distinct_clash *clash)
{
    /* holder[x] is the place in `member` where value x was last seen. A place before the current
     * group's first belongs to an earlier group, so that nothing needs clearing in between. */
    for (int32_t x = 0; x <= values; x++)
        holder[x] = -1;
    for (int32_t g = 0; g < all->groups; g++) {
        for (int32_t at = all->offset[g]; at < all->offset[g + 1]; at++) {
            int32_t x = value[all->member[at]];
            if (x == 0)
                continue;
            if (holder[x] >= all->offset[g]) {
                clash->group = g;
                clash->first = all->member[holder[x]];
                clash->second = all->member[at];
                return 1;
            }
            holder[x] = at;
        }
    }
    return 0;
}
