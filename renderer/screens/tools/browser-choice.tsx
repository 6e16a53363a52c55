// For a tool of the browser: in which one it is called, and which tabs that has.
import { useState } from 'react';
import { visibleText } from '../../../contract/visible-text.ts';
import { BrowserMark } from '../../parts/browser-mark.tsx';
import { useSnapshot } from '../../parts/panel-context.tsx';
import { t } from '../../words/language.ts';
import type { Tool } from '../../../contract/schemas/entities.ts';
import type { TabAsked } from './argument-field.tsx';

interface BrowserAsked {
  readonly browsers: readonly { readonly id: string; readonly name: string }[];
  /** Undefined where there is none. */
  readonly chosen: string | undefined;
  readonly choose: (browserId: string) => void;
  readonly tabs: readonly TabAsked[];
}

/** Of a tool of a server nothing is to be chosen. */
export function useBrowserAsked(tool: Tool): BrowserAsked {
  const { browsers, tabs } = useSnapshot();
  const [chosen, choose] = useState<string | null>(null);
  if (tool.source.kind !== 'browser') return { browsers: [], chosen: undefined, choose, tabs: [] };
  const connected = Object.values(browsers).filter(({ state }) => state.kind === 'connected');
  const browser = connected.find(({ id }) => id === chosen) ?? connected[0];
  return {
    browsers: connected,
    chosen: browser?.id,
    choose,
    tabs: Object.values(tabs)
      .filter(({ browserId }) => browserId === browser?.id)
      .sort((a, b) => a.tabId - b.tabId),
  };
}

export function BrowserChoice({ browser: { browsers, chosen, choose } }: { browser: BrowserAsked }) {
  if (browsers.length < 2) return null;
  return (
    <label className="argument">
      <span className="argument-name">{t('Browser')}</span>
      <span className="line">
        {chosen === undefined ? null : <BrowserMark browserId={chosen} size="small" />}
        <select className="field" value={chosen} onChange={event => choose(event.target.value)}>
          {browsers.map(({ id, name }) => (
            <option key={id} value={id}>
              {visibleText(name)}
            </option>
          ))}
        </select>
      </span>
    </label>
  );
}
