import { expect, test } from 'vitest'
import { figuresIn } from './figures.ts'

const CARD = `
### 2.0-default
| figure | value | 95 % interval | rows | target |
|---|---|---|---|---|
| BABE AUROC | 0.851 | 0.835 to 0.865 | 2568 | >= 0.88 |
| BABE AUROC, all in lower case | 0.850 | 0.836 to 0.864 | 2568 |  |
| Certified sentences that are neutral | 0.836 | 0.811 to 0.859 | 966 | >= 0.83 |

### 2.0-permissive
| BABE AUROC | 0.780 | 0.764 to 0.798 | 2568 | >= 0.80 |
`

test('the figures are those of the first model on the card, and a missing one is absent', () => {
  expect(figuresIn(CARD)).toEqual({ pairs: 0.851, certifiedNeutral: 0.836 })
})
