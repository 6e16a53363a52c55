// The browsers of this machine and who answers in them, asked again whenever the hub says that something changed.
import { usePanel } from '../../../parts/panel-context.tsx';
import { useEvents } from '../../../parts/use-events.ts';
import { useRegistryLook } from '../../../parts/use-registry-look.ts';
import { useAnswer } from '../../../parts/use-request.ts';

/** `turn` rises when the user asks to look again. */
export function useMachineBrowsers(turn: number) {
  const changes = useEvents('browsers:changed');
  const isRegistry = useRegistryLook();
  // The companion's own state is part of each row.
  const links = usePanel(state => linksOf(state.snapshot?.browsers ?? {}));
  const key = `${turn} ${changes} ${links}`;
  const [list, , said] = useAnswer(`browsers ${key}`, link => link.request('browsers:list', {}));
  const [who, , whoSaid] = useAnswer(
    `who ${key}`,
    async link => (await link.request('browsers:who-answers', {})).answers,
  );
  return { browsers: list?.browsers ?? null, offered: list?.offered ?? [], said, who, whoSaid, isRegistry };
}

function linksOf(browsers: Readonly<Record<string, { readonly state: { readonly kind: string } }>>): string {
  return Object.entries(browsers)
    .map(([id, { state }]) => `${id}:${state.kind}`)
    .join();
}

export type MachineBrowsers = ReturnType<typeof useMachineBrowsers>;
