// Tools: what agents can call, and the shortcuts that the user made of such calls.
import { readToolPath } from '../../frame/tool-paths.ts';
import { ShortcutView } from './shortcuts/shortcut-view.tsx';
import { ToolView } from './tool-view.tsx';

export function ToolsScreen({ selected }: { selected: string | null }) {
  const { view, id } = readToolPath(selected);
  return view === 'tools' ? <ToolView selected={id} /> : <ShortcutView selected={id} />;
}
