// The samples come with their analyses: nobody pays for them, and they show without a request.
import { samples } from 'virtual:stored'
import { storedAnalysis } from './analysis-cache.ts'
import { SAMPLES } from './samples.ts'

for (const [i, { text }] of SAMPLES.entries()) storedAnalysis(text, samples[i])
