// What a page asks for: each scope with what it gives and how risky it is.
import {
  AppWindow,
  Bot,
  Camera,
  FileText,
  Globe,
  List,
  type LucideIcon,
  MessageSquareText,
  MousePointerClick,
  PanelsTopLeft,
  Plug,
  Search,
  Wrench,
} from 'lucide-react';
import { createElement } from 'react';
import { askedScopeRisk } from '../../../../contract/asked-tools.ts';
import { Foreign } from '../../../parts/foreign.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { Say } from '../../../parts/say.tsx';
import { siteModel } from '../../../store/models.ts';
import { t } from '../../../words/language.ts';
import { pageScopeText } from '../../../words/page-scope-words.ts';
import { riskNames } from '../../../words/site-words.ts';
import type { AskedTool, SiteQuestion } from '../../../../contract/schemas/web-agent.ts';
import type { PageScope } from '../../../../contract/web-agent.ts';

interface AskedScopesProps {
  readonly question: SiteQuestion;
  readonly ticked: readonly AskedTool[];
}

export function AskedScopes({ question: { scopes, tools }, ticked }: AskedScopesProps) {
  return (
    <section className="asked" aria-labelledby="asked-scopes">
      <h3 className="heading" id="asked-scopes">
        {t('It asks for')}
      </h3>
      <ul>
        {scopes.map(({ scope, isNew }) => (
          <Row key={scope} scope={scope} isNew={isNew} risk={askedScopeRisk(scope, tools === null ? null : ticked)} />
        ))}
      </ul>
    </section>
  );
}

function Row({ scope, isNew, risk }: { scope: PageScope; isNew: boolean; risk: 'low' | 'medium' | 'high' }) {
  return (
    <li>
      {createElement(iconOf(scope), { className: 'icon', 'aria-hidden': true })}
      <span className="two-lines">
        <span>
          {pageScopeText(scope).title} {isNew ? <span className="tag new">{t('new')}</span> : null}
        </span>
        <small>{scope === 'model:prompt' ? <ModelText /> : pageScopeText(scope).text}</small>
      </span>
      <span className={`risk ${risk} text-2xs`}>{riskNames[risk]}</span>
    </li>
  );
}

/** Which model it would be, and whether what the page sends leaves this machine. */
function ModelText() {
  const snapshot = useSnapshot();
  const found = siteModel(snapshot);
  if (!found) return pageScopeText('model:prompt').text;
  const model = <Foreign text={found.model} max={60} />;
  return found.provider.goesTo === null ? (
    <Say text="with {model}, stays on this machine" values={{ model }} />
  ) : (
    <Say
      text="with {model}, goes to {host}"
      values={{ model, host: <Foreign text={found.provider.goesTo} max={60} /> }}
    />
  );
}

/** By what comes before the colon, and before the point where that says more. */
const icons: Readonly<Record<string, LucideIcon>> = {
  model: MessageSquareText,
  'model:list': List,
  'model:tools': Wrench,
  'mcp:tools.list': List,
  'mcp:tools.call': Wrench,
  'mcp:servers.register': Plug,
  'browser:activeTab.read': FileText,
  'browser:activeTab.interact': MousePointerClick,
  'browser:activeTab.screenshot': Camera,
  'browser:navigate': AppWindow,
  'browser:tabs.read': PanelsTopLeft,
  'browser:tabs.create': PanelsTopLeft,
  'web:fetch': Globe,
  chat: MessageSquareText,
  addressBar: Search,
  agents: Bot,
};

function iconOf(scope: PageScope): LucideIcon {
  return icons[scope] ?? icons[scope.split(':')[0] ?? ''] ?? Globe;
}
