// Who looks at the page of a daemon, and answers as `says` says, if at all.
export class Person {
  constructor(page) {
    this.page = page;
    this.asked = 0;
    this.over = this.look().catch(() => {}); // the page closed under them
  }

  async look() {
    for (let question = await this.page.question(); question; question = await this.page.question()) {
      this.asked += 1;
      if (this.says) this.page.answer(question.number, this.says());
    }
  }
}
