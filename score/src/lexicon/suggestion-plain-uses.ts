import { splitWords } from './categories.ts'

// Phrases in which a word of the other tables is meant plainly: nothing is offered for it there.
export const plainUses: readonly string[] = splitWords(`
  slammed_the_door slamming_the_door slammed_the_lid slammed_the_phone slammed_into slamming_into
  slammed_shut slammed_on slammed_against blasted_off blasting_off
  thrash_out thrashes_out thrashed_out hailed_a hailing_a hailed_from hailing_from wedding_vows marriage_vows exchanged_vows
  rip_off_the rips_off_the ripped_off_the ripping_off_the stifle_a_yawn stifled_a_yawn stifling_a_yawn stifling_heat
  topple_over toppled_over toppling_over plunging_neckline storm_surge power_surge snatched_a_glance
  tax_regime tax_regimes exercise_regime fitness_regime training_regime legal_regime chaos_theory chaos_testing chaos_engineering chaos_monkey
  swarm_of_bees swarms_of_bees swarm_of_locusts swarms_of_locusts oppressive_heat
  phenomenal_consciousness phenomenal_world filthy_rich brave_the eminent_domain run_rampant runs_rampant ran_rampant running_rampant chaotic_system chaotic_systems
  savaged_by_a massively_multiplayer plainly_put slammed_its_way slammed_the_coast influence_peddling
`)
