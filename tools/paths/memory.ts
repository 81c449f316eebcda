import type { Random } from '#qord/testing/random/random.ts';
import { isHastyResponse } from './client.ts';
import { Difference } from './difference.ts';
import type { PathNode } from './path-node.ts';
import { type Question, requestOf, spellings } from './question.ts';
import type { Ways } from './ways.ts';

type Answered = { readonly questions: readonly [Question, Question]; readonly answers: readonly [string, string] };

/** Questions with their answers, to ask them again. */
export class Memory {
  /** answers of this round, about the newest block too */
  #fresh: Answered[] = [];
  /** answers of earlier rounds, which last */
  #old: Answered[] = [];
  questions = 0;
  comparisons = 0;

  /** Asks two questions by all ways, and for all spellings of their block. Throws a Difference. */
  async ask(ways: Ways, questions: readonly [Question, Question], head: number): Promise<void> {
    const [first, ...others] = ways.all;
    const answers = await first.ask(questions);
    if (answers.some(isHastyResponse)) return;
    this.questions += 2;
    for (const way of others)
      this.#compare(questions, answers, await way.ask(questions), `${first.name} | ${way.name}`);
    for (const [index, question] of questions.entries()) {
      for (const [name, text] of spellings(question, head)) {
        this.#compareOne(question, answers[index] ?? '', await ways.send(text), `block number | ${name}`);
      }
    }
    this.#fresh.push({ questions, answers });
  }

  /** Asks those of this round and some of earlier ones again. `isSameHead`: whether the newest block is the same. */
  async askAgain(node: PathNode, random: Random, change: string, isSameHead: boolean): Promise<void> {
    const sample = Array.from({ length: 40 }, () => this.#old[random.below(this.#old.length)]);
    for (const one of [...this.#fresh, ...sample]) {
      if (one === undefined) continue;
      const { questions, answers } = one;
      const isHere = isSameHead && this.#fresh.includes(one);
      const { all } = node.ways[questions[0].face];
      const way = all[random.below(all.length)] ?? all[0];
      const again = await way.ask(questions);
      for (const [index, question] of questions.entries()) {
        if (!isHere && !question.isLasting) continue;
        this.#compareOne(question, answers[index] ?? '', again[index] ?? '', `before | after: ${change}, ${way.name}`);
      }
    }
  }

  /** A place in this round for `forgetSince`. */
  mark(): number {
    return this.#fresh.length;
  }

  /** Forgets what was asked since then. */
  forgetSince(mark: number): void {
    this.#fresh.length = mark;
  }

  /** Keeps the questions of the round whose answers last; at most so many in all. */
  endRound(most: number): void {
    this.#old.push(...this.#fresh.filter(({ questions }) => questions.some(({ isLasting }) => isLasting)));
    this.#old = this.#old.slice(-most);
    this.#fresh = [];
  }

  #compare(
    questions: Answered['questions'],
    one: Answered['answers'],
    other: Answered['answers'],
    paths: string,
  ): void {
    for (const [index, question] of questions.entries()) {
      this.#compareOne(question, one[index] ?? '', other[index] ?? '', paths);
    }
  }

  #compareOne(question: Question, one: string, other: string, paths: string): void {
    if (isHastyResponse(other)) return;
    this.comparisons++;
    if (unescaped(one) !== unescaped(other))
      throw new Difference(`${paths}\n  ${question.face} ${requestOf(question)}`, one, other);
  }
}

/**
 * The same JSON with characters beyond ASCII written as such: a text that is sent together with a long one has escapes
 * in their place.
 */
export function unescaped(json: string): string {
  return json.replaceAll(/\\(?:u([0-9a-f]{4})|.)/gi, (escaped, code: string | undefined) => {
    const unit = code === undefined ? 0 : Number.parseInt(code, 16);
    return unit > 0x7f ? String.fromCharCode(unit) : escaped;
  });
}
