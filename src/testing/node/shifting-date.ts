/**
 * Loaded before a program: on SIGUSR2 its date is set back by an hour, on the next one forward again, as when somebody
 * sets the clock of the machine. Timers and performance.now() are not affected, as in reality.
 */
const hour = 3_600_000;
const dateOfMachine = Date.now;
let shift = 0;
Date.now = () => dateOfMachine() + shift;
process.on('SIGUSR2', () => {
  shift = shift === 0 ? -hour : 0;
});
