// Simulated providers with real wire formats: an AI provider, and Stripe.
export { debate, EVEN_MODEL, LEANING_MODEL } from './ai/debater.ts'
export { BAD_KEY, SIMULATED, type SimulatedProvider, startSimulatedProvider } from './ai/provider.ts'
export { inPieces, type SimulatedCall, streamedAnswer, type WireName, wholeAnswer, wireOf } from './ai/wire.ts'
export { type StripeServer, startStripeServer } from './stripe/server.ts'
export {
  type Books,
  createSimulatedStripe,
  type Deliver,
  type EventQuery,
  type PriceList,
  type SignedBody,
  type SimulatedStripe,
  type StripeEvent,
  signEvent,
  type Thing,
  type Visit,
} from './stripe/stripe.ts'
