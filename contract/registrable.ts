// Which part of a host says whose it is, as far as that can be told without the public suffix list: what is not known for sure stays whole.

/** Second labels below a country under which names are registered. */
const shared: ReadonlySet<string> = new Set(
  'ac co com edu go gob gov govt gouv id ltd me mil ne net nhs nom or org plc sch'.split(' '),
);

/** Generic ends directly below which names are registered. Below those of a country only where nothing of it is shared. */
const generic: ReadonlySet<string> = new Set('com org net edu gov info biz test example invalid'.split(' '));
const countries: ReadonlySet<string> = new Set(
  'at be ch cz de dk es eu fi fr ie is it lu nl no pl pt ro se sk us ca'.split(' '),
);

/** Under these everybody has a name: there the whole host is one's own. */
const hosting =
  /(^|\.)(amazonaws|appspot|azurewebsites|blogspot|cloudfront|firebaseapp|github|githubusercontent|gitlab|herokuapp|myshopify|netlify|ngrok|onrender|tumblr|vercel|web|windows|wordpress|wixsite|weebly)\.[a-z]+$/;

/** `app.` and `ledger.test`; nothing before where the whole host is the name, or nobody knows. */
export function hostParts(host: string): { readonly before: string; readonly name: string } {
  const whole = { before: '', name: host };
  const labels = host.split('.');
  const end = labels.at(-1) ?? '';
  if (labels.length < 3 || host.startsWith('[') || /^\d+$/.test(end) || hosting.test(host)) return whole;
  const isCountry = countries.has(end) || (end.length === 2 && shared.has(labels.at(-2) ?? ''));
  if (!generic.has(end) && !isCountry) return whole;
  const count = end.length === 2 && shared.has(labels.at(-2) ?? '') ? 3 : 2;
  if (labels.length <= count) return whole;
  return { before: `${labels.slice(0, -count).join('.')}.`, name: labels.slice(-count).join('.') };
}
