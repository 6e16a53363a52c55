// `pilothouse telemetry prometheus on|off|token|status`, for people or as one JSON object.
import { askHub } from '../core/ask-hub.ts';
import { printAnswer } from './print-answer.ts';
import { sayWaits } from './say-waits.ts';
import type { CliWords } from './words/cli-words.ts';

export type PrometheusAct = 'on' | 'off' | 'token' | 'status';

export async function changePrometheus(
  home: string,
  act: PrometheusAct,
  json: boolean,
  words: CliWords,
): Promise<void> {
  const { prometheus, token } = await answerTo(home, act, json, words);
  printAnswer(json, { prometheus, token }, () => [
    prometheus.enabled ? words.prometheusOn(prometheus.address) : words.prometheusOff,
    ...(token === null ? [] : [words.prometheusToken(token)]),
  ]);
}

async function answerTo(home: string, act: PrometheusAct, json: boolean, words: CliWords) {
  if (act === 'status') return { ...(await askHub(home, 'prometheus:get', {})), token: null };
  if (act === 'token') return askHub(home, 'prometheus:new-token', {}, sayWaits(words, json));
  return askHub(home, 'prometheus:set', { on: act === 'on' }, sayWaits(words, json));
}
