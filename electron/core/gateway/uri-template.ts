// Whether a URI may come from a template (RFC 6570), so that it is known whose it is. Takes time in proportion to both, whatever a server lists.

const maxChars = 2_048;

interface Expansion {
  /** What it begins with where it stands for anything at all; empty for none. */
  readonly lead: string;
  /** Characters that end it. */
  readonly ends: string;
  /** Whether it may stand for nothing. */
  readonly optional: boolean;
}

const simple: Expansion = { lead: '', ends: '/?#', optional: false };

/** RFC 6570 section 2.2, by the character behind the brace. */
const operators: Readonly<Record<string, Expansion>> = {
  '+': { lead: '', ends: '', optional: true },
  '#': { lead: '#', ends: '', optional: true },
  '.': { lead: '.', ends: '/?#', optional: true },
  '/': { lead: '/', ends: '?#', optional: true },
  ';': { lead: ';', ends: '/?#', optional: true },
  '?': { lead: '?', ends: '#', optional: true },
  '&': { lead: '&', ends: '#', optional: true },
};

/** A test for URIs of this template. A template or URI of more than 2,048 characters fits nothing. */
export function templateMatcher(template: string): (uri: string) => boolean {
  if (template.length > maxChars) return () => false;
  const parts = template.split(/(\{[^{}]*\})/);
  return uri => {
    if (uri.length > maxChars) return false;
    // The places in the URI to which the parts so far may have led.
    let places = new Uint8Array(uri.length + 1);
    places[0] = 1;
    parts.forEach((part, index) => {
      places = index % 2 === 0 ? afterLiteral(places, uri, part) : afterExpression(places, uri, part);
    });
    return places[uri.length] === 1;
  };
}

function afterLiteral(places: Uint8Array<ArrayBuffer>, uri: string, literal: string): Uint8Array<ArrayBuffer> {
  const after = new Uint8Array(places.length);
  for (let at = 0; at + literal.length <= uri.length; at += 1)
    if (places[at] === 1 && uri.startsWith(literal, at)) after[at + literal.length] = 1;
  return after;
}

function afterExpression(places: Uint8Array<ArrayBuffer>, uri: string, expression: string): Uint8Array<ArrayBuffer> {
  const { lead, ends, optional } = operators[expression.charAt(1)] ?? simple;
  const from = afterLiteral(places, uri, lead);
  const after = optional ? Uint8Array.from(places) : new Uint8Array(places.length);
  let isOpen = false;
  for (let at = 0; at <= uri.length; at += 1) {
    if (isOpen || (optional && from[at] === 1)) after[at] = 1;
    isOpen = (isOpen || from[at] === 1) && !ends.includes(uri.charAt(at));
  }
  return after;
}
