// Chat: how large its parts may be, what a budget is at first, and the words of its states.

/** The client in whose name conversations call tools, and the mark under which the panel shows it. */
export const chatClientId = 'chat';

/** The tools of the browser as a source beside the servers. */
export const browserSourceId = 'browser';

/** `picked`: by the words of each question; `all`: every one; `chosen`: those that the user ticked. */
export const serverChoices = ['picked', 'all', 'chosen'] as const;

export const chatFormats = ['markdown', 'json'] as const;

export const maxTitleChars = 120;
export const maxQuestionChars = 200_000;
export const maxSystemChars = 50_000;
/** With one question: all of them and its text go in one frame of the panel's WebSocket, which takes 8 MiB. */
export const maxQuestionFiles = 5;
/** Of one attached file, before base64. */
export const maxFileBytes = 1_100_000;
/** Of all files that go to a model with an answer, the newest ones first; the hub holds them while the answer is written. */
export const maxAnswerFileBytes = 16_000_000;
/** Arguments and results in a turn are cut here; `chat:call` has the whole. */
export const shownChars = 2_000;
/** Of one result as it is kept and as the model gets it. */
export const keptResultChars = 100_000;

/** Of one answer, until the user says otherwise. */
export const firstBudget = { calls: 10, rounds: 10, seconds: 180 } as const;

/** How many calls `Allow 10 more` allows. */
export const moreCalls = 10;
