// An opened bundle: who made and signed it, what it brings, what to beware of, and the form by which it is installed.
import { Package } from 'lucide-react';
import { goTo } from '../../../frame/route.ts';
import { Foreign } from '../../../parts/foreign.tsx';
import { useAct } from '../../../parts/panel-context.tsx';
import { SideSheet } from '../../../parts/side-sheet.tsx';
import { Unanswered } from '../../../parts/unanswered.tsx';
import { useRequest } from '../../../parts/use-request.ts';
import { t } from '../../../words/language.ts';
import { type Plan, usePlan } from '../entry/use-entry.ts';
import { PlannedSheet } from '../form/planned-sheet.tsx';
import { useAddForm } from '../form/use-add-form.ts';
import { whyNot } from '../form/why-not.ts';
import { BundleFacts } from './bundle-facts.tsx';
import type { Bundle } from '../../../../contract/schemas/bundles.ts';

export function BundleSheet({ bundleId }: { bundleId: string }) {
  const act = useAct();
  const asked = useRequest(bundleId, link => link.request('bundles:get', { bundleId }));
  const plan = usePlan(asked.kind === 'there' ? { kind: 'bundle', bundleId } : null);
  const close = () => {
    goTo('catalogue');
    if (asked.kind === 'there') void act('bundles:drop', { bundleId });
  };
  if (asked.kind === 'there' && plan.kind === 'there')
    return <PlannedBundle bundle={asked.value.bundle} plan={plan.value} onClose={close} />;
  return (
    <SideSheet
      title={t('Bundle')}
      about={asked.kind === 'there' ? <Foreign text={asked.value.bundle.file} /> : t('a file that brings a server')}
      onClose={close}
    >
      {asked.kind === 'there' ? <BundleFacts bundle={asked.value.bundle} /> : <Unanswered asked={asked} />}
      {asked.kind === 'there' ? <Unanswered asked={plan} /> : null}
    </SideSheet>
  );
}

interface PlannedProps {
  readonly bundle: Bundle;
  readonly plan: Plan;
  readonly onClose: () => void;
}

function PlannedBundle({ bundle, plan, onClose }: PlannedProps) {
  const { bundleId, title, version, file, unsuitable, signature } = bundle;
  const form = useAddForm({ kind: 'bundle', bundleId }, plan, null);
  const blocked = unsuitable
    ? t('It cannot run on this machine.')
    : signature.kind === 'broken'
      ? t('Its signature does not fit its content.')
      : whyNot(plan, form.name, form.trouble);
  return (
    <PlannedSheet
      title={title}
      mark={<BundleMark bundle={bundle} />}
      about={<Foreign text={`${version}, ${file}`} />}
      onClose={onClose}
      {...{ form, plan, blocked }}
    >
      <BundleFacts bundle={bundle} />
    </PlannedSheet>
  );
}

/** Its own picture: it says nothing of who made it. */
function BundleMark({ bundle: { icon } }: { bundle: Bundle }) {
  return (
    <span className="bundle-mark" aria-hidden="true">
      {icon === null ? <Package className="icon" /> : <img src={`data:image/png;base64,${icon}`} alt="" />}
    </span>
  );
}
