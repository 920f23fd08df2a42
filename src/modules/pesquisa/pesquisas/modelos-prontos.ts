/** Surveys that are ready to use; the definitions stand in `prontas/`. */
export const modelosProntos = {
  C: 'Clima organizacional',
  P: 'Riscos psicossociais',
  E: 'eNPS',
  D: 'Desligamento',
} as const;

export type ModeloPronto = keyof typeof modelosProntos;

/** What each one is for, where it is chosen. */
export const sobreOModelo: Readonly<Record<ModeloPronto, string>> = {
  C: 'Liderança, comunicação, reconhecimento, desenvolvimento, condições e convivência, em 22 frases e dois comentários. Sete minutos.',
  P: 'Os fatores de risco psicossociais do trabalho que a NR-1 manda inventariar, por grupos que não identificam ninguém. Oito minutos.',
  E: 'Uma nota de 0 a 10 e o porquê. Um minuto.',
  D: 'Por que a pessoa sai, o que a faria ficar e o que se pode melhorar. Cinco minutos.',
};
