import { splitWords } from './categories.ts'

// Terms of a field and greetings in which a word is meant plainly that is loaded elsewhere. They are read as names are: nothing can be
// said of them.
const termsOfArt: readonly string[] = splitWords(`
  greedy_algorithm greedy_algorithms greedy_search greedy_matching greedy_heuristic greedy_heuristics greedy_quantifier greedy_quantifiers
  greedy_decoding naive_bayes naive_algorithm naive_algorithms naive_implementation naive_solution naive_approach naive_method naive_baseline
  naive_attack naive_attacks naive_set_theory naive_t_cells lazy_evaluation lazy_loading lazy_initialisation lazy_initialization
  lazy_iterator lazy_iterators lazy_sequence lazy_sequences lazy_eye
  dirty_read dirty_reads dirty_page dirty_pages dirty_bit dirty_flag dirty_cache brute_force brute_force_attack brute_force_attacks
  brute-force_attack brute-force_attacks brute-force_search malicious_code malicious_software malicious_packet malicious_packets malicious_request
  malicious_requests malicious_traffic malicious_input malicious_payload malicious_file malicious_files dumb_terminal dumb_terminals
  dummy_value dummy_values dead_code dead_letter_queue dead_reckoning kernel_panic panic_button
  fatal_error fatal_errors illegal_instruction illegal_character illegal_characters illegal_argument illegal_arguments illegal_move illegal_moves
  corrupt_file corrupt_files corrupted_file corrupted_files corrupt_data corrupted_data corrupt_database timing_attack timing_attacks
  replay_attack replay_attacks side-channel_attack side-channel_attacks denial-of-service_attack denial-of-service_attacks evil_twin_attack
  rogue_access_point rogue_wave rogue_waves rogue_planet fake_timers fake_clock false_positive false_positives false_negative false_negatives
  primitive_type primitive_types wild_card wild_cards magic_number magic_numbers
  free_radical free_radicals radical_expression radical_sign radical_prostatectomy radical_mastectomy malignant_tumour malignant_tumours
  malignant_tumor malignant_tumors malignant_melanoma aggressive_tumour aggressive_tumor aggressive_lymphoma aggressive_form_of
  killer_whale killer_whales killer_t_cell killer_t_cells natural_killer_cell natural_killer_cells panic_attack panic_attacks heart_attack
  heart_attacks shark_attack shark_attacks toxic_shock_syndrome toxic_waste fatty_acid fatty_acids mad_cow_disease vicious_circle
  invasive_species parasitic_wasp parasitic_wasps poison_ivy poison_dart_frog great_white_shark great_white_sharks naked_mole_rat naked_eye
  witch_hazel golden_retriever golden_eagle golden_ratio noble_gas noble_gases noble_metal noble_metals precious_metal precious_metals
  ideal_gas rare_earth rare_earths strange_attractor strange_quark charm_quark perfect_number perfect_numbers perfect_square perfect_squares
  crude_oil crude_death_rate crude_birth_rate hostile_takeover hostile_takeovers hostile_bid hostile_bids hostile_witness poison_pill
  criminal_law criminal_court criminal_courts criminal_record criminal_records criminal_offence criminal_offences criminal_offense
  criminal_offenses hate_crime hate_crimes grand_jury grand_larceny lame_duck_session disaster_relief disaster_recovery
  ugly_duckling bloody_mary dirty_martini crazy_paving crazy_golf horror_film horror_films horror_movie horror_movies crime_novel crime_novels
  crash_test_dummy crash_test_dummies slave_cylinder grand_piano grand_slam
  happy_birthday happy_anniversary happy_new_year happy_easter merry_christmas all_the_best best_wishes best_regards kind_regards warm_regards
`)

const VERBS = 'kill terminate abort stop spawn'
const WHICH = 'all the any every'
const WHAT = 'worker workers child children slave slaves parent master orphan orphans zombie zombies'
const OF_PROCESSES =
  /\b(?:server|process(?:es)?|daemon|queue|threads?|pids?|pool|restarts?|config|logs?|signals?|exit|scripts?|kernel|commands?|containers?|node|shell|port|cache)\b/gi
const DOES = /\b(?:kill|terminate|abort|stop|spawn) (?:all|the|any|every) /i
/** What a manual does to processes; elsewhere it is a threat. */
const inManuals = [
  ...termsOfArt,
  ...VERBS.split(' ').flatMap((verb) =>
    WHICH.split(' ').flatMap((which) => WHAT.split(' ').map((what) => `${verb} ${which} ${what}`)),
  ),
]

/** The terms that may stand in a text: those of processes only in a manual, which has two different words of computing. */
export function termsIn(text: string): readonly string[] {
  if (!DOES.test(text)) return termsOfArt
  return new Set(text.toLowerCase().match(OF_PROCESSES)).size < 2 ? termsOfArt : inManuals
}
