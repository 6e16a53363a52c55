// Why a sign-in for a server does not work, in English.
import type { OAuthReasons } from '../../contract/reasons.ts';
import type { Words } from '../reason.ts';

export const oauthWords: Words<OAuthReasons> = {
  'oauth-no-provider':
    '"{provider}" is no known account; use google, github, microsoft, or the https address of its issuer.',
  'oauth-not-configured': 'There is no client for {provider} yet; give the id and the secret of one.',
  'oauth-server-id': 'The name of the server that signs in is missing or longer than 200 characters.',
  'oauth-scopes': 'What the sign-in is to allow is missing or too long; name at least one scope.',
  'oauth-client': 'The client for {provider} needs an id and a secret of at most 2,000 characters each.',
  'oauth-client-from-environment':
    'The client for {provider} comes from {variable} in the environment; change it there and start Pilothouse again.',
  'oauth-too-many': 'There are {most} sign-ins already; sign out of one that is not used any more.',
  'oauth-metadata':
    'What {provider} says of its sign-in cannot be used: {member} is missing or wrong; check the address of the issuer.',
  'oauth-refused': ({ code }) => `{provider} refused (${code === null ? 'no code' : '{code}'}); sign in again.`,
  'oauth-away': '{provider} cannot be reached: {why}; try again later.',
  'oauth-answer': '{provider} gave an answer that is no token; try again.',
  'oauth-cancelled': 'It was cancelled.',
  'oauth-none': 'Nobody has signed in for "{server}"; sign in first.',
  'secret-of-fleet':
    '{name} belongs to the fleet: nothing else may refer to it or change it. Choose another name; new credentials go with "pilothouse fleet rename", new keys with "pilothouse fleet keys new".',
  'secret-of-sign-in': '{name} is what a sign-in brings; sign in for its server, or choose another name.',
  'oauth-expired': 'The sign-in with {provider} for "{server}" is over and cannot be renewed; sign in again.',
};
