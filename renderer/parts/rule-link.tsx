// The name of a rule, as a link to where it is shown; other rules lead to everything they decided.
import { rulePath, usesPath } from '../frame/permission-paths.ts';
import { routeHref } from '../frame/route.ts';
import { Foreign } from './foreign.tsx';

export function RuleLink({ rule }: { rule: string }) {
  return (
    <a className="link" href={routeHref('permissions', rulePath(rule) ?? usesPath(rule))}>
      <Foreign text={rule} />
    </a>
  );
}
