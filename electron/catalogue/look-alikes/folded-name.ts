// A name as the eye takes it: letters that look alike are one, and what separates its parts is nothing.

/** Letters of other scripts, and digits, by the Latin letters that they are taken for. */
const seenAs: Readonly<Record<string, string>> = {
  ...{ а: 'a', с: 'c', ԁ: 'd', е: 'e', һ: 'h', і: 'i', ј: 'j', к: 'k', м: 'm', о: 'o', р: 'p', ѕ: 's', т: 't' },
  ...{ у: 'y', х: 'x', ѡ: 'w', в: 'b', н: 'h', ӏ: 'l', ո: 'n', ս: 'u', օ: 'o' },
  ...{ α: 'a', ε: 'e', ι: 'i', κ: 'k', ν: 'v', ο: 'o', ρ: 'p', τ: 't', υ: 'u', χ: 'x', ω: 'w', η: 'n', γ: 'y' },
  ...{ ı: 'i', ɡ: 'g', ʟ: 'l', ⅼ: 'l', ø: 'o', đ: 'd', ł: 'l' },
  ...{ '0': 'o', '1': 'l', '3': 'e', '5': 's', '|': 'l' },
};

export function foldedName(name: string): string {
  if (plainName.test(name)) return joined(name.toLowerCase().replace(/[^a-z0-9]/g, ''));
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}._/@+~\s-]/gu, '');
  return joined([...plain].map(letter => seenAs[letter] ?? letter).join(''));
}

/** Most are. */
const plainName = /^[a-z._/@+~\s-]*$/i;

function joined(text: string): string {
  return text.replaceAll('rn', 'm').replaceAll('vv', 'w');
}
