/**
 * Loaded before a program: on SIGUSR2 its date goes back by an hour, on the next one forth again, as when somebody sets
 * the clock of the machine. Timers and performance.now() go on as they do then.
 */
const hour = 3_600_000;
const dateOfMachine = Date.now;
let shift = 0;
Date.now = () => dateOfMachine() + shift;
process.on('SIGUSR2', () => {
  shift = shift === 0 ? -hour : 0;
});
