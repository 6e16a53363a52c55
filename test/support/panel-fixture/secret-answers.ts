// What the fixture hub answers about secrets and sign-ins: a small store that keeps names.
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';

type Answers = Pick<
  PanelHandlers,
  | 'secrets:list'
  | 'secrets:set'
  | 'secrets:remove'
  | 'servers:sign-in'
  | 'servers:open-sign-in'
  | 'servers:sign-out'
  | 'accounts:list'
  | 'accounts:set-client'
  | 'accounts:remove-client'
>;

export function secretAnswers(): Answers {
  const names = new Set(['GITHUB_PERSONAL_ACCESS_TOKEN']);
  return {
    'secrets:list': () => ({
      secrets: [
        ...[...names].map(name => ({ name, isSet: true, usedBy: ['github'] })),
        { name: 'LINEAR_AUTHORIZATION', isSet: false, usedBy: ['linear'] },
      ],
      keeper: {
        kind: 'file',
        reason: { kind: 'secrets-in-file', file: '/home/ana/.pilothouse/secrets/credentials.json' },
        warns: false,
      },
    }),
    'secrets:set': ({ name }) => {
      names.add(name);
      return {};
    },
    'secrets:remove': ({ name }) => {
      names.delete(name);
      return {};
    },
    'servers:sign-in': () => ({ url: 'https://signin.example.com/authorize?client_id=pilothouse' }),
    'servers:open-sign-in': () => ({}),
    'servers:sign-out': () => ({}),
    'accounts:list': () => ({
      accounts: [
        { provider: 'google', name: 'Google', isConfigured: false, clientIdPreview: null, source: null },
        { provider: 'github', name: 'GitHub', isConfigured: true, clientIdPreview: 'Iv1.0123abcd', source: 'kept' },
      ],
    }),
    'accounts:set-client': () => ({}),
    'accounts:remove-client': () => ({}),
  };
}
