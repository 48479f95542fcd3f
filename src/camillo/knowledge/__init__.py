"""What is true now and was true then: entities, facts and links, read from passages and asserted by hand."""
