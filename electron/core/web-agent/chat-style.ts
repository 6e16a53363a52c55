// What a page may say of how the panel of its chat looks: checked, because it ends up in a style sheet of ours. Pure.
import { recordIn, textIn } from './page-asked.ts';
import type { PageChatStyle } from '../../../contract/schemas/web-agent.ts';
import type { Payload } from './page-asked.ts';

const themes = ['light', 'dark', 'auto'] as const;
const places = {
  right: 'right',
  left: 'left',
  center: 'center',
  'bottom-right': 'right',
  'bottom-left': 'left',
} as const;

/** What is not known keeps our own default. */
export function chatStyle(payload: Payload): PageChatStyle {
  const style = recordIn(payload, 'style') ?? {};
  const theme = themes.find(one => one === style.theme) ?? 'auto';
  const place = textIn(style, 'position', 20) ?? 'right';
  const position = Object.hasOwn(places, place) ? places[place as keyof typeof places] : 'right';
  return { theme, accentColor: hexColour(textIn(style, 'accentColor', 20)), position };
}

function hexColour(text: string | undefined): string | null {
  const colour = text?.toLowerCase() ?? '';
  if (/^#[0-9a-f]{6}$/.test(colour)) return colour;
  const [, r, g, b] = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(colour) ?? [];
  return r && g && b ? `#${r}${r}${g}${g}${b}${b}` : null;
}
