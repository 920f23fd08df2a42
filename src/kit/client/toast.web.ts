const LIFE = 3000;

const show =
  (color: string, title: string) =>
  (message: string, heading = title) =>
    // The application has it loaded already; the login page never asks.
    void import('@mantine/notifications').then(({ notifications }) =>
      notifications.show({ color, title: heading, message, autoClose: LIFE, withBorder: true }),
    );

/** Short notices that leave after 3 s: `toast.success('Registro salvo com sucesso.')`. */
export const toast = {
  success: show('green', 'Sucesso'),
  info: show('blue', 'Informação'),
  warn: show('yellow', 'Aviso'),
  error: show('red', 'Erro'),
};
