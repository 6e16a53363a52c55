// One plugin: what can be done with it, what it says it is, its pings, its tools, which site may call them, and its last calls.
import { useState } from 'react';
import { visibleText } from '../../../../contract/visible-text.ts';
import { useKeys } from '../../../frame/keys.ts';
import { pluginPath } from '../../../frame/plugin-paths.ts';
import { goTo } from '../../../frame/route.ts';
import { ActButton } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { DetailPane, type Fact, Facts } from '../../../parts/layout.tsx';
import { useAct } from '../../../parts/panel-context.tsx';
import { Shape, Status } from '../../../parts/shape.tsx';
import { Unanswered } from '../../../parts/unanswered.tsx';
import { formatClock, formatCount, missing } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { homesText, pluginSentence, pluginWords } from '../../../words/plugin-words.ts';
import { PluginConsent } from './plugin-consent.tsx';
import { PluginEvents } from './plugin-events.tsx';
import { PluginHead } from './plugin-head.tsx';
import { PluginPings } from './plugin-pings.tsx';
import { PluginTools } from './plugin-tools.tsx';
import { usePlugin } from './use-plugin.ts';
import type { PluginDetail as Detail, Plugin } from '../../../../contract/schemas/plugins.ts';

interface PluginProps {
  readonly plugin: Plugin;
  readonly now: number;
}

export function PluginDetail({ plugin, now }: PluginProps) {
  const asked = usePlugin(plugin);
  const [forgetting, setForgetting] = useState(false);
  useKeys({ Delete: () => setForgetting(true) });
  return (
    <DetailPane
      className="fill sectioned"
      label={t('Plugin {name}', { name: visibleText(plugin.name) })}
      onClose={() => goTo('servers', pluginPath())}
      head={<PluginHead plugin={plugin} forgetting={forgetting} onForgetting={setForgetting} />}
    >
      <StateBlock plugin={plugin} now={now} />
      <Unanswered asked={asked} />
      {asked.kind === 'there' ? (
        <>
          <div className="plugin-facts">
            <section className="section" aria-label={t('What it is')}>
              <Facts facts={factsOf(plugin, asked.value, now)} />
            </section>
            <PluginPings detail={asked.value} />
          </div>
          {asked.value.claims === null ? null : (
            <>
              <PluginTools plugin={plugin} tools={asked.value.tools} />
              <PluginConsent plugin={plugin} tools={asked.value.tools} now={now} />
            </>
          )}
          <PluginEvents events={asked.value.events} />
        </>
      ) : null}
    </DetailPane>
  );
}

function StateBlock({ plugin, now }: PluginProps) {
  const act = useAct();
  const { id, state, held } = plugin;
  const sentence = pluginSentence(plugin);
  if (!sentence) return null;
  const tone = held > 0 && state.kind === 'active' ? 'attention' : pluginWords(plugin, now).tone;
  return (
    <div className={`state mt-3 ${tone}`} role="group" aria-label={t('State')}>
      <Shape tone={tone} />
      <b>{sentence.title}</b>
      <span className="muted">{t('since {time}', { time: formatClock(state.since) })}</span>
      <p>
        <Foreign text={sentence.text} />
      </p>
      {state.kind === 'error' && state.reason.kind === 'plugin-not-listed' ? (
        <p className="mt-2">
          <ActButton size="small" onClick={() => void act('plugins:allow', { pluginId: id })}>
            {t('Put it on the list')}
          </ActButton>
        </p>
      ) : null}
    </div>
  );
}

function factsOf(plugin: Plugin, { claims, dropped }: Detail, now: number): Fact[] {
  const { state } = plugin;
  const { tone, word } = pluginWords(plugin, now);
  return [
    [
      t('State'),
      <Status key="state" tone={tone}>
        <Foreign text={t('{state} since {time}', { state: word, time: formatClock(state.since) })} />
      </Status>,
    ],
    [t('Lives in'), <Foreign key="browsers" text={livesIn(plugin)} />],
    [t('Says it is'), claims === null ? missing : <Foreign key="claims" text={claimText(claims)} max={200} />],
    ...(claims?.homepage == null
      ? []
      : ([[t('Says its page is'), <Foreign key="page" className="mono" text={claims.homepage} max={120} />]] as const)),
    [t('Speaks'), claims === null ? missing : <Foreign key="speaks" className="mono" text={claims.speaks} max={60} />],
    ...(dropped === 0
      ? []
      : ([[t('Dropped'), t('{count} messages that answered nothing', { count: formatCount(dropped) })]] as const)),
  ];
}

/** `Decode 1.2.0 by Plugin Samples, “Base64, JWT, URLs”`: its own words. */
function claimText({ name, version, author, description }: NonNullable<Detail['claims']>): string {
  const title = version === null ? name : `${name} ${version}`;
  const by = author === null ? title : t('{plugin} by {author}', { plugin: title, author });
  return description === null ? by : t('{plugin}, “{description}”', { plugin: by, description });
}

/** `Firefox ESR “Default”; registered 9 times`, and which of its browsers has another version. */
function livesIn(plugin: Plugin): string {
  const browsers = plugin.browsers.length === 0 ? missing : homesText(plugin);
  const count = plugin.registrations;
  return count === 0
    ? t('{browsers}; never registered', { browsers })
    : t('{browsers}; registered {count, plural, one {once} other {# times}}', { browsers, count });
}
