// Arguments that were typed for tools, as long as the page lives: whoever looks at another tool and comes back finds them.
import { canonicalJson } from '../../../contract/json.ts';
import { beginDraft, type CallDraft } from './call-draft.ts';

const mostKept = 50;
const kept = new Map<string, { readonly schema: string; readonly draft: CallDraft }>();

/** Begins anew where the schema is not the one it was typed for. */
export function keptDraft(toolId: string, schema: unknown): CallDraft {
  const found = kept.get(toolId);
  return found?.schema === canonicalJson(schema) ? found.draft : beginDraft(schema);
}

export function keepDraft(toolId: string, schema: unknown, draft: CallDraft): void {
  kept.delete(toolId);
  kept.set(toolId, { schema: canonicalJson(schema), draft });
  const [oldest = ''] = kept.keys();
  if (kept.size > mostKept) kept.delete(oldest);
}
