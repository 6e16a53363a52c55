// What cannot be read in a filter of the trace as it is typed, in German.
import type { TraceQueryReasons } from '../../contract/trace-query-reasons.ts';
import type { Words } from '../reason.ts';

const needs: Readonly<Record<TraceQueryReasons['query-needs-value']['queryField'], string>> = {
  agent: 'agent: braucht einen Teil eines Agentennamens, etwa agent:claude.',
  browser: 'browser: braucht einen Teil eines Browsernamens, etwa browser:chromium.',
  server: 'server: braucht einen Teil eines Servernamens, etwa server:files.',
  model: 'model: braucht einen Teil des Namens eines Anbieters von Modellen, etwa model:ollama.',
  method: 'method: braucht einen Teil einer Methode, etwa method:tools/call.',
  tool: 'tool: braucht einen Teil eines Toolnamens, etwa tool:navigate.',
  rule: 'rule: braucht einen Teil dessen, was entschied, etwa rule:owner.',
  text: 'Ein Text braucht mindestens ein Zeichen zwischen den Anführungszeichen.',
  status: 'status: braucht ein Wort, etwa status:refused.',
  id: 'id: braucht einen Teil der Id einer Anfrage, etwa id:7.',
  tab: 'tab: braucht die Nummer eines Tabs, etwa tab:42.',
  'tokens-in': 'tokens-in: braucht eine Zahl von Token, etwa tokens-in:1200.',
  'tokens-out': 'tokens-out: braucht eine Zahl von Token, etwa tokens-out:300.',
  cost: 'cost: braucht Kosten in Millionsteln, etwa cost:4200.',
  dir: 'dir: braucht in oder out, vom Hub aus gesehen.',
};
const amounts = { size: 'eine Größe wie 500 B oder 90 kB', latency: 'eine Zeit wie 200 ms oder 2 s' };
const samples = { size: 'size>90kB', latency: 'latency>200ms' };

export const traceQueryWords: Words<TraceQueryReasons> = {
  'query-open-quote': 'Das Anführungszeichen hat kein Ende; mit " schließen.',
  'query-needs-value': ({ queryField }) => needs[queryField],
  'query-needs-colon': '{field} braucht einen Doppelpunkt vor dem Wert, etwa {field}:x.',
  'query-needs-sign': ({ amountField }) =>
    `${amountField} braucht > oder < vor dem Wert, etwa ${samples[amountField]}.`,
  'query-needs-amount': ({ amountField }) => `{field} braucht ${amounts[amountField]}.`,
  'query-no-amount': ({ amountField }) => `{field} braucht ${amounts[amountField]}; „{text}“ ist keine.`,
  'query-too-large': '„{text}“ ist mehr, als {field} je sein kann.',
  'query-no-integer': '{field}: braucht eine ganze Zahl, etwa 42; „{text}“ ist keine.',
  'query-no-status': 'status: kennt {known}; „{text}“ gehört nicht dazu.',
  'query-no-direction': 'dir: kennt „in“ und „out“; „{text}“ ist keines davon.',
  'query-no-field': 'Ein Feld „{name}“ gibt es nicht; es gibt {known}. In Anführungszeichen wird es als Text gesucht.',
  'query-too-long': 'Ein Wert darf {max} Zeichen haben; dieser hat mehr.',
  'query-nothing-after': 'Nach „{word}“ fehlt eine Bedingung.',
  'query-nothing-before': 'Vor „{word}“ fehlt eine Bedingung.',
  'query-parenthesis-open': 'Die Klammer hat kein Ende; mit ) schließen.',
  'query-parenthesis-not-opened': 'Diese Klammer wurde nie geöffnet; sie kann weg.',
  'query-parentheses-empty': 'Zwischen diesen Klammern fehlt eine Bedingung.',
  'query-too-deep': 'Klammern und Verneinungen liegen mehr als {max} tief; einige müssen weg.',
  'query-too-many': 'Mehr als {max} Bedingungen stehen in einer Reihe; einige müssen weg.',
};
