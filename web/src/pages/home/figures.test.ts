import { expect, test } from 'vitest'
import { figuresIn } from './figures.ts'

const CARD = `
### 1.2-default (1.31 MB)
| figure | value | 95 % interval | rows | target |
|---|---|---|---|---|
| BABE AUROC | 0.851 | 0.835 to 0.865 | 2568 | >= 0.88 |

### 2.0-default (13 MB)
| BABE AUROC | 0.874 | 0.860 to 0.887 | 2568 | >= 0.88 |
| BABE AUROC, all in lower case | 0.850 | 0.836 to 0.864 | 2568 |  |
| Certified sentences that are neutral | 0.845 | 0.811 to 0.859 | 966 | >= 0.83 |

### 2.0-permissive (13 MB)
| BABE AUROC | 0.780 | 0.764 to 0.798 | 2568 | >= 0.80 |
`

test('the figures are those of the shipped model, and a missing row gives no figure', () => {
  expect(figuresIn(CARD, '2.0-default')).toEqual({ pairs: 0.874, sentences: 2568, certifiedNeutral: 0.845 })
  expect(figuresIn(CARD, '2.0-permissive')).toEqual({ pairs: 0.78, sentences: 2568 })
})

test('a model without a section in the card has no figures, not those of another model', () => {
  expect(figuresIn(CARD, '3.0-default')).toEqual({})
})
