// The words of the policy file: whom and what a rule names, and a file to begin with.
import { t } from '../../../words/language.ts';
import { resourceWords } from '../../../words/prompt-words.ts';
import { subjectName } from '../../../words/rule-words.ts';
import type { PolicyState } from '../../../../contract/schemas/policy-state.ts';
import type { Snapshot } from '../../../../contract/schemas/snapshot.ts';

type PolicyRow = PolicyState['rules'][number];

/** The file may name clients that there are not. */
export function policySubjects(snapshot: Snapshot, { subjects }: PolicyRow): string {
  const isKnown = (id: string) => Object.hasOwn(snapshot.clients, id);
  const names = subjects.map(subject =>
    subject.kind === 'client' && !isKnown(subject.id) ? subject.id : subjectName(snapshot, subject),
  );
  return names.join(', ') || t('everybody');
}

export function policyPlaces(snapshot: Snapshot, { where }: PolicyRow): string {
  return where.map(place => resourceWords(snapshot, place)).join(', ');
}

type About = NonNullable<PolicyState['catalogue']>['rules'][number]['about'];

/** What a rule about the catalogue names; of several, each has to hold. */
export function aboutWords({ sources, namespaces, packages, versions }: About): string {
  const said = [
    ...(sources.length > 0 ? [t('from {sources}', { sources: sources.join(', ') })] : []),
    ...(namespaces.length > 0 ? [t('of {namespaces}', { namespaces: namespaces.join(', ') })] : []),
    ...packages,
    ...(versions.length > 0 ? [t('version {versions}', { versions: versions.join(', ') })] : []),
  ];
  return said.join('; ');
}

export const examplePolicy = `{
  "version": 1,
  "rules": [
    {
      "id": "no-uploads",
      "effect": "deny",
      "scopes": ["browser:files"],
      "reason": "Files stay on this machine."
    },
    {
      "id": "docs-may-be-read",
      "effect": "allow",
      "scopes": ["servers:call"],
      "servers": ["docs"],
      "reading": true
    }
  ]
}
`;

/** Of calls and of the catalogue. */
export function ruleCount({ rules, catalogue }: Pick<PolicyState, 'rules' | 'catalogue'>): number {
  return rules.length + (catalogue?.rules.length ?? 0);
}
