// What chat says, in English.
import type { ChatReasons } from '../../contract/chat-reasons.ts';
import type { Words } from '../reason.ts';

export const chatWords: Words<ChatReasons> = {
  'no-chat': 'There is no such conversation; it was deleted.',
  'no-chat-turn': 'There is no such turn in this conversation; open it again.',
  'no-chat-file': 'There is no such file in this conversation; attach it again.',
  'no-chat-call': 'There is no such call in this answer; open the conversation again.',
  'chat-writes': 'An answer is being written in this conversation; stop it, or wait for its end.',
  'chat-clears': 'This conversation is being cleared; ask again in a moment.',
  'chat-not-used-up': 'This answer did not end because a budget was used up, or others follow on it; ask again.',
  'too-many-chat-files': 'At most {most} files go with one question; leave some out.',
  'chat-file-too-large': '{file} has {bytes} bytes, and at most {most} can be attached; attach a part of it.',
  'chat-no-pictures': '{model} cannot read pictures.',
  'chat-no-such-files': '{file} is neither text nor a picture, so no model was given it.',
  'chat-files-too-many':
    '{file} stands back for newer files: at most {most} bytes of them go with an answer; attach it again.',
  'chat-no-model': 'No model is chosen for chat; choose one under Models.',
  'chat-model-gone': 'The model {model} is not there any more; choose another one.',
  'chat-said-nothing': '{model} answered nothing; ask again, or choose another model.',
  'chat-cut-short': '{model} ended its answer at its limit of tokens.',
  'chat-call-over-budget': 'This call was not made: all {max} calls of this answer are used.',
  'chat-no-such-tool': 'There is no tool "{tool}" among those that this answer was given.',
  'chat-asker-gone': 'Who asked is not connected any more.',
  'chat-at-rest': 'Nothing was asked in this conversation for a while.',
  'chat-removed': 'The conversation was deleted.',
  'client-built-in': '{client} is a part of Pilothouse and has no credential to revoke; revoke its rules, or pause it.',
};
