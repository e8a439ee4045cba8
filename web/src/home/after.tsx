// The end of the home page. Its script comes after the first one, which stays small.
import { Newsletter } from './newsletter.tsx'
import { Prices } from './prices.tsx'

export function After() {
  return (
    <>
      <Prices />
      <Newsletter />
    </>
  )
}
