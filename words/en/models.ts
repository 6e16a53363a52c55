// What is said of models and of whoever provides them, in English.
import type { ModelReasons } from '../../contract/reasons.ts';
import type { Words } from '../reason.ts';

const changes: Readonly<Record<ModelReasons['model-provider-set']['how'], string>> = {
  added: 'A provider of models was added: {provider}.',
  approved: 'The file of {provider} was approved to be run.',
  changed: 'The settings of {provider} were changed.',
  removed: '{provider} was removed, with its key.',
};

export const modelWords: Words<ModelReasons> = {
  'model-none-chosen': 'There is no model yet; choose one on this machine or add a key under Models.',
  'model-unknown': 'No provider has a model {model}; choose another, or look at its name under Models.',
  'model-provider-gone': 'There is no provider {provider} any more; choose another model.',
  'model-provider-off': '{provider} is switched off; switch it on under Models, or choose another model.',
  'model-none-of-provider': '{provider} has no model; load one there, then check it again under Models.',

  'model-key-missing': '{provider} needs a key; enter one under Models.',
  'model-key-refused': 'The key was refused by {provider} ({status}). Enter another, or check it at the provider.',
  'model-rate-limited':
    '{provider} asks to be left alone for {seconds} s more; ask again after that, or choose another model.',
  'model-timed-out': '{provider} did not answer within {seconds} s; try again, or allow it longer under Models.',
  'model-not-running': '{provider} is not running: nobody listens at {at}. Start it and try again.',
  'model-unreachable': '{provider} cannot be reached: {why}',
  'model-connection-lost': 'The connection to {provider} was lost in the middle of its answer; try again.',
  'model-cut-off': '{provider} ended its answer without an end; what came until then may be incomplete. Try again.',
  'model-refused': '{provider} refused the request ({status}): {said}',
  'model-said': '{provider} failed while it answered: {said}',
  'model-unreadable': '{provider} sent what is no answer of a model; check its type and address under Models.',
  'model-answer-too-long':
    '{provider} wrote more than {most} characters, so its answer was ended there; ask for less, or for a part of it.',
  'model-tokens-used-up':
    'The {tokens} tokens of {provider} for today are used up; raise its limit under Models, or go on tomorrow.',
  'model-browser-away': 'The browser of {provider} is not connected; start it and try again.',

  'model-too-many': 'There are {most} providers already; remove one first.',
  'model-type-other': 'Pilothouse knows no provider of models of the type {type}.',
  'model-no-address': 'Give the address of the provider, such as http://127.0.0.1:8000/v1.',
  'no-provider-id': 'the id of a provider is 1 to 40 of a-z, 0-9 and -',
  'no-alias-name': 'an alias has 1 to 60 letters, digits, ".", "_" and "-"',
  'no-currency': 'a currency is three capital letters, such as EUR',
  'model-has-no-key': '{provider} takes no key.',
  'model-no-program': '{provider} is no program that Pilothouse runs; start and stop it where it was installed.',

  'model-file-none': 'There is no file {path} that can be read; check the path.',
  'model-file-other': '{path} is neither a llamafile nor a GGUF file; choose another.',
  'model-file-changed': '{path} is another file than was approved; look where it comes from and approve it again.',
  'model-engine-changed':
    '{path} is another program than was approved to read the model; look where it comes from and approve it again.',
  'model-walls-off': 'Its sandbox is switched off; switch it on under Config.',
  'model-walls-gone':
    '{path} was approved to run in a sandbox, and there is none now; make it possible again, or approve it without. {why}',
  'model-file-unapproved': '{path} was not approved yet; approve it under Models.',
  'model-engine-none':
    'A GGUF file needs llama-server of llama.cpp, which is not in the PATH; install it, or name it under Models.',
  'model-program-ended': '{provider} ended before it answered: {why}',
  'model-load-late': '{provider} did not load its model within {seconds} s; look at its log.',

  'model-provider-set': ({ how }) => changes[how],

  'model-starts-for': 'starting: {asker} asked for a model',
  'model-loaded': 'ready after {seconds} s on 127.0.0.1:{port}',
  'model-idle': 'stopped after {minutes} min without a question',
  'model-stopped-by-user': 'stopped by you',
};
