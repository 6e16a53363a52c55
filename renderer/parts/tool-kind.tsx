// What a tool does, or why agents do not get it.
import { tIn } from '../words/language.ts';
import { heldWord } from '../words/tool-words.ts';
import { Status } from './shape.tsx';
import type { Tool } from '../../contract/schemas/entities.ts';

export function ToolKind({ tool }: { tool: Tool }) {
  if (tool.held !== null) {
    const { tone, word } = heldWord(tool.held);
    return <Status tone={tone}>{word}</Status>;
  }
  return (
    <span className={tool.readOnly ? 'subtle' : ''}>{tool.readOnly ? tIn('tool', 'reads') : tIn('tool', 'acts')}</span>
  );
}
