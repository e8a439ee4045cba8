import { splitWords } from '@equipoise/score/lexicon'

// Words that hand a statement over to its speaker without judging it: what stands in quotation marks beside them is reported.
export const attributionVerbs: ReadonlySet<string> = new Set(
  splitWords(`
    add added adding adds announce announced announces answer answered answers ask asked asking asks comment commented comments describe described
    describes explain explained explains inform informed informs mention mentioned mentions note noted notes noting observe observed observes
    quote quoted quotes recall recalled recalls remark remarked remarks replied replies reply report reported reporting reports respond responded
    responds said say saying says state stated states stating tell telling tells testified testifies told tweeted posted write writes writing
    written wrote confirmed confirms confirm found finds
  `),
)

// A polarity word is turned round within a few words after one of these; whether it is loaded is not.
export const negations: ReadonlySet<string> = new Set(
  splitWords(`
    not no never none nobody nothing neither nor nowhere without cannot can't don't doesn't didn't isn't aren't wasn't weren't won't wouldn't
    shouldn't couldn't hasn't haven't hadn't mustn't needn't ain't hardly scarcely barely rarely seldom
  `),
)
