// The samples are bundled with their analyses, so they show at once and are not charged.
import { samples } from 'virtual:stored'
import { storedAnalysis } from './analysis-cache.ts'
import { SAMPLES } from './samples.ts'

for (const [i, { text }] of SAMPLES.entries()) storedAnalysis(text, samples[i])
