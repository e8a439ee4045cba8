// Routes that ask models and filter their answers, in our own format and in those of OpenAI and Anthropic.
import { type Group, timeResponses } from '../../http/http.ts'
import type { Analyze } from '../../threads/scorer/scorer.ts'
import { chatRoutes } from './chat.ts'
import { v1Routes } from './completions.ts'
import { countTokensRoutes } from './count-tokens.ts'
import { embeddingsRoutes } from './embeddings.ts'
import { messagesRoutes } from './messages.ts'
import { modelListRoutes } from './model-list.ts'
import { neutraliseRoutes } from './neutralise.ts'
import { type ResponsesParts, responsesRoutes } from './responses.ts'

interface ModelsParts extends ResponsesParts {
  readonly analyze: Analyze
}

export function modelsGroup(parts: ModelsParts): Group {
  return async (app) => {
    timeResponses(app)
    chatRoutes(app, parts)
    neutraliseRoutes(app, parts)
    v1Routes(app, parts)
    responsesRoutes(app, parts)
    messagesRoutes(app, parts)
    countTokensRoutes(app, parts)
    embeddingsRoutes(app, parts)
    modelListRoutes(app, parts)
  }
}
