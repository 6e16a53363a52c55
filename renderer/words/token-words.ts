// What a tool's definition costs in an agent's context: bytes, and the tokens that they come to.
import { formatCount } from './format.ts';
import { t } from './language.ts';

/** JSON in English takes about four bytes a token in the tokenisers in use; good to a fifth, so it is always said as an estimate. */
export function estimateTokens(bytes: number): number {
  return Math.ceil(bytes / 4);
}

/** `about 38,900 tokens`, with three digits at most, since it is an estimate. */
export function tokensSentence(bytes: number): string {
  const tokens = estimateTokens(bytes);
  const step = 10 ** Math.max(0, String(tokens).length - 3);
  return t('about {tokens} tokens', { tokens: formatCount(Math.round(tokens / step) * step) });
}
