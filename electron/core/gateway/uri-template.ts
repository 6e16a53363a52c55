// Whether a URI may come from a template (RFC 6570), so that it is known whose it is.

const maxUri = 2_048;
/** Each expression may match in many ways; few of them keep the search short. */
const maxExpressions = 8;

/** What an expression with this operator (RFC 6570 section 2.2) expands to. */
const operators: Readonly<Record<string, string>> = {
  '+': '.*',
  '#': '(?:#.*)?',
  '.': '(?:\\.[^/?#]*)?',
  '/': '(?:/[^?#]*)?',
  ';': '(?:;[^/?#]*)?',
  '?': '(?:\\?[^#]*)?',
  '&': '(?:&[^#]*)?',
};

/** A test for URIs of this template; one that fits none for a template that is too large to be searched. */
export function templateMatcher(template: string): (uri: string) => boolean {
  const parts = template.split(/(\{[^{}]*\})/);
  if (parts.length > 2 * maxExpressions + 1 || template.length > maxUri) return () => false;
  const source = parts.map((part, index) => (index % 2 === 0 ? escaped(part) : expanded(part))).join('');
  const pattern = new RegExp(`^${source}$`, 's');
  return uri => uri.length <= maxUri && pattern.test(uri);
}

function expanded(expression: string): string {
  return operators[expression.charAt(1)] ?? '[^/?#]+';
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
