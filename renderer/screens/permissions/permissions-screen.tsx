// Permissions: the questions that wait, what was granted, what the policy says, what was decided, and the learning mode.
import { type PermissionTab, permissionPath, readPermissionPath } from '../../frame/permission-paths.ts';
import { goTo } from '../../frame/route.ts';
import { useNow, useSnapshot } from '../../parts/panel-context.tsx';
import { type TabPart, Tabs } from '../../parts/tabs.tsx';
import { questionCount } from '../../store/attention.ts';
import { t } from '../../words/language.ts';
import { AuditTab } from './audit/audit-tab.tsx';
import { GrantsTab } from './grants/grants-tab.tsx';
import { LearningTab } from './learning/learning-tab.tsx';
import { PolicyTab } from './policy/policy-tab.tsx';
import { ruleCount } from './policy/policy-words.ts';
import { QuestionsTab } from './questions/questions-tab.tsx';
import { siteRows } from './sites/site-rows.ts';
import { SitesTab } from './sites/sites-tab.tsx';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';

export function PermissionsScreen({ selected }: { selected: string | null }) {
  const snapshot = useSnapshot();
  const now = useNow();
  const { tab, id } = readPermissionPath(selected);
  return (
    <Tabs
      title={t('Permissions')}
      label={t('Permissions')}
      value={tab}
      onChoose={next => goTo('permissions', permissionPath(next))}
      parts={tabParts(snapshot, id, now)}
    />
  );
}

function tabParts(snapshot: Snapshot, id: string | null, now: number): TabPart<PermissionTab>[] {
  const waiting = questionCount(snapshot);
  const grants = Object.keys(snapshot.grants).length;
  const { policy, learned, learning } = snapshot.hub;
  return [
    {
      value: 'questions',
      label: t('Questions'),
      count: waiting,
      asks: waiting > 0,
      body: () => <QuestionsTab now={now} />,
    },
    { value: 'grants', label: t('Grants'), count: grants, body: () => <GrantsTab selected={id} now={now} /> },
    {
      value: 'sites',
      label: t('Sites'),
      count: siteRows(snapshot).length || null,
      asks: Object.keys(snapshot.siteQuestions).length > 0,
      body: () => <SitesTab selected={id} now={now} />,
    },
    {
      value: 'policy',
      label: t('Policy'),
      count: policy.state === 'none' ? null : ruleCount(policy),
      asks: policy.state === 'broken',
      body: () => <PolicyTab selected={id} now={now} />,
    },
    { value: 'audit', label: t('Audit'), body: () => <AuditTab selected={id} now={now} /> },
    {
      value: 'learning',
      label: t('Learning'),
      count: learning || learned === 0 ? null : learned,
      asks: learned > 0,
      body: () => <LearningTab now={now} />,
    },
  ];
}
