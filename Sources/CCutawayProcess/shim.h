/* Calls of Linux that Swift cannot import: they are variadic, unavailable, or have no function in the C library. */
#pragma once

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/memfd.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static inline pid_t cutaway_fork(void) { return fork(); }

/* A file without a name, which exists as long as it is open. */
static inline int cutaway_memory_file(void) { return (int)syscall(SYS_memfd_create, "cutaway", MFD_CLOEXEC); }

static inline pid_t cutaway_thread(void) { return (pid_t)syscall(SYS_gettid); }

/* Sends a signal to this process when the thread that started it ends; new programs get no rights by their files. */
static inline int cutaway_set_parent_death_signal(int signal) { return prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0); }
static inline int cutaway_set_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

/* A descriptor of pending signals, which this process and its children then block. */
static inline int cutaway_signal_descriptor(const sigset_t *signals) { return signalfd(-1, signals, SFD_CLOEXEC); }

/* Sends a descriptor over a socket, with one byte. */
static inline int cutaway_send_descriptor(int socket, int descriptor) {
  char byte = 0;
  struct iovec data = {&byte, 1};
  union { struct cmsghdr header; char bytes[CMSG_SPACE(sizeof(int))]; } control = {0};
  struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  *header = (struct cmsghdr){.cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(sizeof(int))};
  memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  ssize_t sent;
  do { sent = sendmsg(socket, &message, MSG_NOSIGNAL); } while (sent < 0 && errno == EINTR);
  return sent < 0 ? -1 : 0;
}

/* Receives a descriptor, with one byte; 0 if the other end is closed. */
static inline int cutaway_receive_descriptor(int socket) {
  char byte;
  struct iovec data = {&byte, 1};
  union { struct cmsghdr header; char bytes[CMSG_SPACE(sizeof(int))]; } control = {0};
  struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  ssize_t received;
  do { received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC); } while (received < 0 && errno == EINTR);
  if (received <= 0) return (int)received;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header == NULL || header->cmsg_type != SCM_RIGHTS) { errno = EPROTO; return -1; }
  int descriptor;
  memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
  return descriptor;
}

/* Closes all descriptors from one on in a program that is started. */
static inline int cutaway_close_from(posix_spawn_file_actions_t *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

/* Landlock; a kernel without it answers -1. */
static inline int cutaway_landlock_version(void) {
  return (int)syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

static inline int cutaway_landlock_create(uint64_t handled) {
  struct { uint64_t handled_access_fs; } attributes = {handled};
  return (int)syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0);
}

static inline int cutaway_landlock_allow(int rules, int file, uint64_t rights) {
  struct landlock_path_beneath_attr attributes = {.allowed_access = rights, .parent_fd = file};
  return (int)syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &attributes, 0);
}

static inline int cutaway_landlock_restrict(int rules) { return (int)syscall(SYS_landlock_restrict_self, rules, 0); }

#if defined(__x86_64__)
#define CUTAWAY_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define CUTAWAY_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

/* Whether this kernel filters calls on this processor. */
static inline int cutaway_can_filter_calls(void) {
#ifdef CUTAWAY_ARCHITECTURE
  return prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0;
#else
  return 0;
#endif
}

/* Refuses calls that no decoder needs for this process and its children, for good; and, without a network, all sockets but
   those of this machine. */
static inline int cutaway_filter_calls(int allows_network) {
#ifdef CUTAWAY_ARCHITECTURE
#define CUTAWAY_REFUSE(call) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
  struct sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, CUTAWAY_ARCHITECTURE, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
#ifdef __x86_64__
      /* The calls of x32 have other numbers. */
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
#endif
      CUTAWAY_REFUSE(SYS_ptrace), CUTAWAY_REFUSE(SYS_process_vm_readv), CUTAWAY_REFUSE(SYS_process_vm_writev),
      CUTAWAY_REFUSE(SYS_io_uring_setup), CUTAWAY_REFUSE(SYS_bpf), CUTAWAY_REFUSE(SYS_perf_event_open),
      CUTAWAY_REFUSE(SYS_userfaultfd), CUTAWAY_REFUSE(SYS_mount), CUTAWAY_REFUSE(SYS_umount2),
      CUTAWAY_REFUSE(SYS_pivot_root), CUTAWAY_REFUSE(SYS_chroot), CUTAWAY_REFUSE(SYS_unshare), CUTAWAY_REFUSE(SYS_setns),
      CUTAWAY_REFUSE(SYS_open_by_handle_at), CUTAWAY_REFUSE(SYS_add_key), CUTAWAY_REFUSE(SYS_keyctl),
      CUTAWAY_REFUSE(SYS_request_key), CUTAWAY_REFUSE(SYS_init_module), CUTAWAY_REFUSE(SYS_finit_module),
      CUTAWAY_REFUSE(SYS_kexec_load),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 1 /* AF_UNIX */, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, allows_network ? SECCOMP_RET_ALLOW : SECCOMP_RET_ERRNO | EACCES),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
#undef CUTAWAY_REFUSE
  struct sock_fprog program = {.len = sizeof code / sizeof *code, .filter = code};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
#else
  errno = ENOSYS;
  return -1;
#endif
}
