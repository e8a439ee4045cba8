import { expect, test } from 'vitest'
import { embedCode } from './embed-code.ts'

test('the embed code frames the result, and a title cannot break out of its attribute', () => {
  const code = embedCode({ url: 'https://example.org/app/results/abc', title: '"><script>x</script>' })
  expect(code).toContain(
    '<iframe src="https://example.org/app/embed/abc" title="&quot;&gt;&lt;script&gt;x&lt;/script&gt;"',
  )
})
