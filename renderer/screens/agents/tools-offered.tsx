// How a client is offered tools, what that costs its model, and whether it may ask the hub about itself.
import { toolListings } from '../../../contract/entities.ts';
import { estimatedTokens } from '../../../contract/tools.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { Segmented, Switch } from '../../parts/choices.tsx';
import { useAct, useLive, useSnapshot } from '../../parts/panel-context.tsx';
import { useRequest } from '../../parts/use-request.ts';
import { formatBytes, formatCount } from '../../words/format.ts';
import { t } from '../../words/language.ts';
import type { ToolListing } from '../../../contract/entities.ts';
import type { Client } from '../../../contract/schemas/entities.ts';
import type { ToolCost } from '../../../contract/schemas/tools.ts';

export const listingWords: Readonly<Record<ToolListing, { readonly title: string; readonly text: string }>> = {
  whole: { title: t('All'), text: t('Its list has every tool.') },
  groups: { title: t('Groups'), text: t('Its list has one tool that opens groups: a server each, and the browser.') },
  search: { title: t('By search'), text: t('Its list has a search over all tools and a way to call what it found.') },
};

export function ToolsOffered({ client }: { client: Client }) {
  return (
    <section className="section" aria-label={t('Tools it is offered')}>
      <h3>{t('Tools it is offered')}</h3>
      <OfferChoices client={client} />
    </section>
  );
}

export function OfferChoices({ client }: { client: Client }) {
  const act = useAct();
  const live = useLive();
  const { id: clientId, listing = 'whole', seesHub = false } = client;
  const name = visibleText(client.name);
  const choose = (next: ToolListing) => void act('clients:set-listing', { clientId, listing: next });
  return (
    <>
      <Segmented
        label={t('How {name} is offered tools', { name })}
        value={live ? listing : null}
        disabled={!live}
        onChoose={choose}
        choices={toolListings.map(value => ({ value, label: listingWords[value].title }))}
      />
      <p className="muted text-xs mt-2">
        {listingWords[listing].text} <Cost clientId={clientId} listing={listing} />
      </p>
      <div className="line gap-2 mt-2">
        <Switch
          label={t('{name} may ask about itself', { name })}
          on={seesHub}
          disabled={!live}
          onSwitch={on => void act('clients:set-sees-hub', { clientId, on })}
        />
        <span>{t('May ask about itself')}</span>
      </div>
      <p className="muted text-xs mt-1">
        {t('What runs, its own grants, refusals, traces, tabs and tools; nothing of any other agent.')}
      </p>
    </>
  );
}

/** Asked again whenever a tool comes, goes or is switched. */
function Cost({ clientId, listing }: { clientId: string; listing: ToolListing }) {
  const { tools, clients } = useSnapshot();
  const offered = Object.values(tools).filter(
    ({ on, held, offFor }) => on && held === null && !offFor.includes(clientId),
  );
  const bytes = offered.reduce((sum, tool) => sum + tool.bytes, 0);
  const key = `${clientId} ${offered.length} ${bytes} ${clients[clientId]?.seesHub ?? false}`;
  const asked = useRequest(key, link => link.request('clients:tool-costs', { clientId }));
  if (asked.kind !== 'there') return null;
  const { whole } = asked.value;
  const own = asked.value[listing];
  const saved = estimatedTokens(whole.bytes) - estimatedTokens(own.bytes);
  return (
    <>
      {costWords(own)}
      {listing === 'whole' || saved <= 0
        ? null
        : ` ${t('That saves about {tokens} of {all} tokens (estimated).', {
            tokens: formatCount(saved),
            all: formatCount(estimatedTokens(whole.bytes)),
          })}`}
    </>
  );
}

function costWords({ tools, bytes }: ToolCost): string {
  return t('{tools, plural, one {# definition} other {# definitions}}, {size}, about {tokens} tokens (estimated).', {
    tools,
    size: formatBytes(bytes),
    tokens: formatCount(estimatedTokens(bytes)),
  });
}
