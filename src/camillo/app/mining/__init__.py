"""Mining and watching: what lies in files and folders, found, followed and filed."""
