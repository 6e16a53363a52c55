// Finds English where German should stand: by words that hardly an English sentence does without, and that no German one has.

const words = [
  'the this that these those it its they their them you your we our who which',
  'is are were be been has have had does did do can could cannot should would',
  'and or not no of to for from with without by on at as if than then there',
  'every each another other only once again until while because before after more most nothing nobody',
  'used took reason running stopped failed refused allowed denied unknown answered crashed started closed changed missing found',
  'waiting waits calls agents',
];
const english = new RegExp(
  `(?<![\\p{L}\\p{N}_/.:‹-])(?:${words.join(' ').split(' ').join('|')})(?![\\p{L}\\p{N}_/:=-]|\\.\\p{L})`,
  'giu',
);

/** What is called so in German too. */
const names = /Chrome for Testing/g;

/** The words of a text by which it is English; none for German. */
export function englishWordsIn(text: string): string[] {
  return text.replaceAll(names, '').match(english) ?? [];
}
